import type { PackagingInput } from '../../../../client/scoring/schemas';
import { costs } from '../../../../client/scoring/values';
import { ParameterError } from '../../../shared/errors';
import { paidOperation } from '../../paidOperation';
import { credits } from '../../price';
import { readThumbnail, thumbnailFields } from './thumbnail';

/** The service charges by what it gets. */
function costOf({ title, ...thumbnail }: PackagingInput): number {
	const hasThumbnail = Object.values(thumbnail).some((value) => value !== undefined);
	if (title === undefined) return costs.scoreThumbnail;
	return hasThumbnail ? costs.scoreCombined : costs.scoreTitle;
}

/** Scores how a video presents itself. */
export const packaging = paidOperation({
	name: 'Packaging',
	value: 'packaging',
	action: 'Score a title and thumbnail',
	description: 'Score the title and/or the thumbnail of a video',
	price: `${credits(costs.scoreTitle)} for a title, ${costs.scoreThumbnail} for a thumbnail, ${costs.scoreCombined} for both`,
	itemsAtOnce: 4,
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			description: 'The title to score, 250 characters at most. Empty is not sent.',
		},
		...thumbnailFields,
	],
	async read(parameters) {
		const title = parameters.text('title', 'Title');
		const input = { ...(title === '' ? {} : { title }), ...(await readThumbnail(parameters)) };
		const isEmpty = Object.values(input).every((value) => value === undefined);
		if (!isEmpty) return input;
		throw new ParameterError(
			'There is no title and no thumbnail',
			"Nothing was spent. Fill in 'Title', or choose 'Thumbnail From'",
		);
	},
	call: async (client, input: PackagingInput, paid) => await client.score(input, paid),
	cost: costOf,
	expected: 'score',
});
