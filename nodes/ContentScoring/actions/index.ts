import type { ScoringClient } from '../../../client/scoring';
import type { Resource } from '../../shared/operation';
import { account } from './account';
import { benchmark } from './benchmark';
import { research } from './research';
import { score } from './score';

/** What the node can do; the first is chosen at first. */
export const resources: Array<Resource<ScoringClient>> = [score, benchmark, research, account];
