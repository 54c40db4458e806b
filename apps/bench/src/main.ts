console.log(process.argv, process.cwd(), process.env.INIT_CWD, process.stdout.isTTY);
