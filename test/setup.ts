import fc from 'fast-check';
import { runs } from './helpers/property-runs.ts';

fc.configureGlobal({ numRuns: runs(100) });
