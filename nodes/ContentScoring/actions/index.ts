import type { ScoringClient } from '../../../client/scoring';
import type { Resource } from '../../shared/operation';
import { account } from './account';
import { benchmark } from './benchmark';
import { research } from './research';
import { score } from './score';

/** The resources of the node. The first one is the default. */
export const resources: Array<Resource<ScoringClient>> = [score, benchmark, research, account];
