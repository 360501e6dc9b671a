import fc from 'fast-check';
import { collectGarbageEvery } from '../src/storage/sqlite.ts';
import { runs } from './helpers/property-runs.ts';

fc.configureGlobal({ numRuns: runs(100) });
collectGarbageEvery(128);
