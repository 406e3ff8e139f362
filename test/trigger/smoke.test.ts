import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { startSandbox, type Sandbox } from '../../sandbox';
import { pollNode } from '../support/n8nContexts';

let sandbox: Sandbox;
beforeAll(async () => { sandbox = await startSandbox({ clock: 'manual', rateLimits: 'off' }); });
afterAll(async () => { await sandbox.close(); });
test('smoke', async () => {
	const credentials = [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox.url, apiKey: sandbox.seed.keys.full } }];
	const staticData = {};
	const poll = async (extra = {}) => {
		const before = sandbox.requests.length;
		const items = await pollNode(new SocialPublishingTrigger(), { credentials, parameters: { events: ['published', 'failed', 'scheduled', 'postCreated', 'channelPublished', 'anyChange'] }, staticData, mode: 'trigger', ...extra } as never);
		const reqs = sandbox.requests.slice(before).map((r) => `${r.method} ${r.path} ${JSON.stringify(r.query)} ${r.status}`);
		return { reqs, items: (items ?? []).flat().map(({ json }) => [json.event, json.previousStatus, json.status, json.caption, json.accountId]) };
	};
	console.log(await poll());
	sandbox.clock.advance(60_000);
	console.log(await poll());
	const create = async (body: object) => await (await fetch(`${sandbox.url}/api/v1/posts/`, { method: 'POST', headers: { 'User-Agent': 'test', Authorization: `Bearer ${sandbox.seed.keys.full}`, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
	await create({ accounts: [sandbox.seed.channels.facebook.id], caption: 'hello', delivery: { mode: 'now' } });
	for (let i = 0; i < 6; i++) { sandbox.clock.advance(60_000); console.log(JSON.stringify(await poll())); }
	console.log(JSON.stringify(staticData).slice(0, 600));
	console.log(JSON.stringify(await poll({ mode: 'manual' })));
});
