import type { ScoringClient } from '../../../client/scoring/index.js';
import type { Resource } from '../../shared/operation.js';
import { account } from './account.js';
import { benchmark } from './benchmark.js';
import { research } from './research/index.js';
import { score } from './score/index.js';

/** The resources of the node. The first one is the default. */
export const resources: Array<Resource<ScoringClient>> = [score, benchmark, research, account];
