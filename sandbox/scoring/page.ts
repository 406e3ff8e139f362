import { writePage } from '../page/page';

/** Adds all data from the API as text, never as markup. */
const script = String.raw`
const count = (state) => state.requestCount + ' requests';

const credits = (number) => number.toLocaleString() + (number === 1 ? ' credit' : ' credits');

const account = (each) => el('li', { id: 'account-' + each.key },
	el('strong', {}, each.key), ' ' + each.plan + ' plan' + (each.isRevoked ? ', revoked' : ''),
	el('div', {}, credits(each.credits) + ' left, ' + credits(each.spent) + ' spent'),
	el('div', {}, el('code', {}, each.apiKey)));

const request = (each) => el('article', { id: each.requestId },
	el('div', { className: 'head' }, el('strong', {}, each.method + ' ' + each.path),
		el('span', { className: each.status < 400 ? 'good' : 'bad' }, each.status === 0 ? 'no answer' : String(each.status)),
		el('span', {}, credits(each.credits))),
	...each.asked.map((line) => el('p', {}, line)),
	el('p', { className: 'dim' }, each.account === null ? '' : each.account + ', ', when(each.at)));

const show = (state) => {
	fill('requests', state.requests.map(request), 'No requests yet. Run a workflow.');
	fill('accounts', [el('p', {}, 'API URL: ', el('code', {}, location.origin)), list(state.accounts.map(account))], '');
};
`;

/** The page of the scoring sandbox. It shows the requests, their prices and the remaining credits. */
export const page = writePage({
	title: 'Scoring sandbox',
	intro: 'What your workflows asked, what it cost, and how many credits are left.',
	main: { requests: 'Requests' },
	aside: { accounts: 'API keys' },
	script,
});
