/** A tool whose exports have columns about its own work beside the answers. */
interface Tool {
  /** Columns of which two or more show that the tool wrote the table. */
  readonly signs: readonly string[];
  /** The columns about its work. */
  readonly own: RegExp;
}

/** Names as they are compared: `Start Date`, `start_date` and `StartDate` are one. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_()-]/g, "");
}

const TOOLS: readonly Tool[] = [
  // Qualtrics
  {
    signs: [
      "startdate",
      "enddate",
      "recordeddate",
      "responseid",
      "distributionchannel",
      "finished",
    ],
    own: /^(?:startdate|enddate|status|responsetype|responseset|ipaddress|progress|duration(?:inseconds)?|finished|recordeddate|responseid|recipient(?:lastname|firstname|email)|external(?:data)?reference|location(?:latitude|longitude|accuracy)|distributionchannel|userlanguage|qrecaptchascore|.+(?:firstclick|lastclick|pagesubmit|clickcount))$/,
  },
  // SurveyMonkey
  {
    signs: ["respondentid", "collectorid", "startdate", "enddate", "ipaddress", "customdata1"],
    own: /^(?:respondentid|collectorid|startdate|enddate|datecreated|datemodified|ipaddress|emailaddress|firstname|lastname|customdata\d*)$/,
  },
  // LimeSurvey, with codes and with texts as headers
  {
    signs: ["submitdate", "lastpage", "startlanguage", "datesubmitted", "datumabgeschickt"],
    own: /^(?:id|responseid|antwortid|submitdate|datesubmitted|datumabgeschickt|lastpage|letzteseite|startlanguage|startsprache|seed|zufallsstartwert|token|startdate|datestarted|datumgestartet|datestamp|datelastaction|datumletzteaktivität|ipaddr|ipaddress|refurl|referrerurl|interviewtime|totaltime|gesamtzeit|grouptime.*|.+time)$/,
  },
  // Mechanical Turk
  {
    signs: ["hitid", "hittypeid", "assignmentid", "workerid", "assignmentstatus"],
    own: /^(?:hitid|hittypeid|title|description|keywords|reward|creationtime|maxassignments|requesterannotation|.*inseconds|expiration|numberofsimilarhits|assignmentid|workerid|assignmentstatus|(?:accept|submit|autoapproval|approval|rejection)time|requesterfeedback|.*approvalrate|approve|reject)$/,
  },
  // Prodigy
  {
    signs: ["inputhash", "taskhash", "viewid", "sessionid", "annotatorid"],
    own: /^(?:inputhash|taskhash|isbinary|viewid|sessionid|annotatorid|timestamp|config\..*|options\..*|tokens\..*|meta\..*|score|priority)$/,
  },
  // Label Studio: JSON, and the short forms
  {
    signs: [
      "annotations.completedby",
      "annotations.leadtime",
      "annotationid",
      "annotator",
      "leadtime",
    ],
    own: /^(?:annotationid|annotator|leadtime|createdat|updatedat|updatedby|project|innerid|fileupload|drafts(?:\..*)?|predictions(?:\..*)?|meta|comment.*|total.*|cancelledannotations|unresolvedcommentcount|lastcommentupdatedat|annotations\.(?!result\.value).*)$/,
  },
  // Appen, once Figure Eight and CrowdFlower
  {
    signs: ["unitid", "trust", "workerid", "tainted", "golden", "unitstate", "trustedjudgments"],
    own: /^(?:unitid|createdat|golden|id|missed|startedat|tainted|channel|trust|workerid|country|region|city|ip|unitstate|trustedjudgments|lastjudgmentat|.*:confidence|.*:?gold(?:reason)?)$/,
  },
  // Toloka
  {
    signs: ["assignment:link", "assignment:assignmentid", "assignment:workerid"],
    own: /^(?:assignment|golden|hint|accept):.*$/,
  },
  // Microsoft Forms
  {
    signs: ["starttime", "completiontime", "lastmodifiedtime"],
    own: /^(?:id|starttime|completiontime|email|name|lastmodifiedtime)$/,
  },
];

/** The columns that a tool for surveys or annotations wrote about its own work. */
export function toolColumns(names: readonly string[]): ReadonlySet<string> {
  const known = new Set(names.map(plain));
  const tools = TOOLS.filter(({ signs }) => signs.filter((sign) => known.has(sign)).length > 1);
  return new Set(names.filter((name) => tools.some(({ own }) => own.test(plain(name)))));
}
