import { markup, type Fragment, type Html } from './markup';
import { anchors, isOpen, type ItemView, type PageView, type Problem } from './pageModel';

const errorsOf = ({ post }: ItemView): Problem[] => {
	const notices = [...(post?.notices ?? []), ...(post?.previews ?? []).flatMap((preview) => preview.notices)];
	return notices.filter(({ kind }) => kind === 'bad');
};

/** Whether something about an open post prevents its approval. */
export const hasErrors = (item: ItemView): boolean => isOpen(item) && errorsOf(item).length > 0;

/** Lists everything that prevents a decision: what is wrong with the form, then with each post. */
export function problemsOf({ problems, items }: PageView): Problem[] {
	const isAlone = items.length === 1;
	const ofPosts = items
		.filter(isOpen)
		.flatMap((item) =>
			errorsOf(item).map(({ text, anchor = anchors.post(item.index) }) =>
				isAlone ? { text, anchor } : { text, anchor, index: item.index },
			),
		);
	return [...problems, ...ofPosts];
}

const entry = ({ text, anchor, index }: Problem): Html =>
	markup`<li><a href="#${anchor}">${index !== undefined && `Post ${index + 1}: `}<bdi>${text}</bdi></a></li>`;

/** The list of problems at the top of the page, with a link from each to its place. */
export function problemSummary(problems: Problem[], { wasChecked = false }: PageView): Fragment {
	if (problems.length === 0) {
		return (
			wasChecked &&
			markup`<p class="box good" role="status">Everything fits. Your changes are saved when you approve.</p>`
		);
	}
	const places = problems.filter(({ anchor }) => anchor !== undefined);
	const others = problems.filter(({ anchor }) => anchor === undefined);
	const heading =
		places.length > 1
			? `${places.length} things need a fix`
			: places.length === 1
				? 'This needs a fix'
				: 'Please check';
	return markup`<section class="box bad" id="fixes" role="alert" tabindex="-1" aria-labelledby="fixes-heading"><h2 id="fixes-heading">${heading}</h2>${others.map(
		({ text }) => markup`<p><bdi>${text}</bdi></p>`,
	)}${places.length > 0 && markup`<ul>${places.map(entry)}</ul>`}</section>`;
}
