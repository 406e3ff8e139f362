import { z } from 'zod/v4';

/** The agent endpoint's answer to the first message. */
export const greetingSchema = z.lazy(() => z.looseObject({ protocolVersion: z.string() }));

/** A tool of the agent endpoint. `inputSchema` is a JSON Schema of its arguments. */
const toolSchema = z.lazy(() =>
	z.looseObject({
		name: z.string(),
		title: z.string().nullish(),
		description: z.string().nullish(),
		inputSchema: z.looseObject({}).default({}),
		annotations: z.looseObject({ readOnlyHint: z.boolean().nullish() }).nullish(),
	}),
);

/** One page of tools. */
export const toolPageSchema = z.lazy(() =>
	z.looseObject({
		tools: z.array(toolSchema),
		nextCursor: z.string().nullish(),
	}),
);

/** The result of a tool. */
export const toolResultSchema = z.lazy(() =>
	z.looseObject({
		content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
		structuredContent: z.unknown().optional(),
		isError: z.boolean().nullish(),
	}),
);

/** A tool of the agent endpoint. */
export type Tool = z.output<typeof toolSchema>;
