import { RateLimiter } from './api/access';
import { SandboxClock } from './http/clock';
import { Faults } from './http/faults';
import type { KeyBook } from './http/idempotency';
import { ActivityLog, RequestLog } from './http/requestLog';
import type { StorageRequest } from './media/files';
import { OAuthBook } from './oauth/book';
import type { AgentAnswers, Settings } from './options';
import { seedPosts } from './posts/seedPosts';
import { Watcher } from './watcher';
import { World, type Addresses } from './world/world';

/** The complete state of a running sandbox. A reset replaces the parts that belong to the service. */
export class SandboxState {
	readonly clock: SandboxClock;
	readonly faults = new Faults();
	readonly log = new RequestLog();
	readonly storage = new RequestLog<StorageRequest>();
	/** Connections to the storage that are open now. */
	storageConnections = 0;
	activityLog = new ActivityLog();
	readonly watcher = new Watcher();
	world: World;
	limiter: RateLimiter;
	idempotency: KeyBook;
	oauth = new OAuthBook();
	agentAnswers: AgentAnswers;

	constructor(
		readonly settings: Settings,
		readonly addresses: Addresses,
	) {
		this.clock = new SandboxClock(settings.clock, settings.now);
		this.limiter = new RateLimiter(settings.rateLimits);
		this.world = this.newWorld();
		this.idempotency = this.world.profile.createKeyBook(this.world.variants);
		this.agentAnswers = settings.agentAnswers;
	}

	/** Returns to the seed. */
	reset(): void {
		this.clock.reset();
		this.faults.clear();
		this.log.clear();
		this.storage.clear();
		this.activityLog = new ActivityLog();
		this.watcher.clear();
		this.limiter = new RateLimiter(this.settings.rateLimits);
		this.oauth = new OAuthBook();
		this.agentAnswers = this.settings.agentAnswers;
		this.world = this.newWorld();
		this.idempotency = this.world.profile.createKeyBook(this.world.variants);
	}

	private newWorld(): World {
		const world = new World(this.settings, this.clock, this.addresses);
		if (this.settings.seed === 'default') seedPosts(world);
		return world;
	}
}
