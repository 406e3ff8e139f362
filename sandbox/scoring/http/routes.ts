import { ApiFailure, notFound } from '../../api/failure';
import { benchmarkChannel } from '../routes/benchmarkChannel';
import { benchmarkVideo } from '../routes/benchmarkVideo';
import { contentGaps } from '../routes/contentGaps';
import { me } from '../routes/me';
import { niches } from '../routes/niches';
import { packaging } from '../routes/packaging';
import { usage } from '../routes/usage';
import { videoHook } from '../routes/videoHook';
import type { ScoringRoute } from './route';

/** Every endpoint of the scoring API (contract, section 4). */
const routes: readonly ScoringRoute[] = [
	packaging,
	videoHook,
	benchmarkChannel,
	benchmarkVideo,
	niches,
	contentGaps,
	me,
	usage,
];

/** Finds the endpoint; a path counts exactly as it is written (S-N7). @throws ApiFailure 404, or 405 with `Allow`. */
export const matchRoute = (method: string, path: string): ScoringRoute => {
	const route = routes.find((each) => each.path === path);
	if (route === undefined) throw notFound(`path: there is nothing at ${path}`);
	if (route.method === method) return route;
	const headers = { Allow: route.method };
	throw new ApiFailure(405, 'method_not_allowed', `method: this path takes ${route.method}`, {}, headers);
};
