import fc from 'fast-check';
import { SEED } from './depth.ts';

fc.configureGlobal({ seed: SEED });
