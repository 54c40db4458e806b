<HTML>
<BODY>
<PRE>
CUE, TARGET, NORMED?, #G, #P, FSG, BSG, MSG, OSG, #M, MMIAS, #O, OMIAS, QSS, QFR, QCON, QH, QPS, QMC, QPR, QRSG, QUC, TSS, TFR, TCON, TH, TPS, TMC, TPR, TRSG, TUC
CRINTH, CUE, YES, 15, 5, .333, .046, .0020, 0.0000, 2, 5, 0.0, 0, 13, 9999, ¥, , N, .62, .25, .019, 0, 11, 2, ¥, , N, .50, .25, .062, 1
CRINTH, DRUM TOB!, NO, 15, 2, .133, ¥, ¥, ¥, ¥, ¥, ¥, ¥, 13, 9999, ¥, , N, .62, .25, .019, 0, ¥, ¥, ¥, , , ¥, ¥, ¥, 0
CUE, TARGET, YES, 10, 6, .600, .046, .0020, 0.0000, 2, 5, 0.0, 0, 13, 9999, ¥, , N, .62, .25, .019, 0, 11, 2, ¥, , N, .50, .25, .062, 1
CUE, CONSTRUCTOR, NO, 10, 2, .200, ¥, ¥, ¥, ¥, ¥, ¥, ¥, 13, 9999, ¥, , N, .62, .25, .019, 0, ¥, ¥, ¥, , , ¥, ¥, ¥, 0
</PRE>
</BODY>
</HTML>
