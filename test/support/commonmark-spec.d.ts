/** The examples in the specification of CommonMark. */
declare module 'commonmark-spec' {
	export const tests: ReadonlyArray<{ markdown: string; html: string; section: string; number: number }>;
}
