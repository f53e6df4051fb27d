// A worker of the CPU machine: the file that `open({ threads })` starts. The machine's own part does not know the detectors' kernels and
// sweeps; those named here are run where the lists are gathered, so that lists need not travel.
import { longestStretch } from './detect/exact/longestStretch.js';
import { gapFrom, gapTo } from './detect/gap/gapKernels.js';
import { listOrder } from './detect/solids/listOrder.js';
import { countRays } from './detect/zlist/bodyRays.js';
import { groupSweep } from './detect/zlist/groupSweep.js';
import { pairSweep } from './detect/zlist/pairSweep.js';
import { sideBySide } from './detect/zlist/sideBySide.js';
import { answerAsWorker } from './machine/cpu/threads/answerAsWorker.js';

answerAsWorker([countRays, gapFrom, gapTo, listOrder, longestStretch, pairSweep, sideBySide], [groupSweep]);
