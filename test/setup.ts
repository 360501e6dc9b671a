import fc from 'fast-check';
import { runs } from './runs.ts';

fc.configureGlobal({ numRuns: runs(100) });
