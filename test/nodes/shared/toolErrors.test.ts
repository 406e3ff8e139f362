import type { INode } from 'n8n-workflow';
import { publishingErrorTexts } from '../../../nodes/SocialPublishing/errorTexts';
import { ParameterError } from '../../../nodes/shared/errors';
import { toNodeError } from '../../../nodes/shared/nodeErrors';

const nodeOf = (type: string): INode => ({
	id: 'n',
	name: 'Node',
	type: `n8n-nodes-social-publishing.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

test.each([
	['socialPublishing', 'There is no title'],
	['socialPublishingTool', 'There is no title. Give one'],
	['contentScoringTool', 'There is no title. Give one'],
])('the error of the node type %s reads: %s', (type, message) => {
	const error = toNodeError(
		nodeOf(type),
		new ParameterError('There is no title', 'Give one'),
		publishingErrorTexts,
	);
	expect(error).toMatchObject({ message, description: 'Give one' });
});
