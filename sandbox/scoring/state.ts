import { SandboxClock } from '../http/clock';
import { Faults } from '../http/faults';
import { RequestLog } from '../http/requestLog';
import { IdempotencyBook } from '../http/idempotency';
import { Accounts } from './accounts';
import type { ScoringSettings } from './options';
import { scoringProfiles, type ScoringProfile } from './profiles';
import { Load, Slots } from './slots';
import type { ScoringBehaviour, ScoringRequest } from './types';

/** The complete state of a running scoring sandbox. */
export class ScoringState {
	readonly clock: SandboxClock;
	readonly faults = new Faults();
	readonly profile: ScoringProfile;
	readonly log = new RequestLog<ScoringRequest>();
	behaviour: ScoringBehaviour;
	accounts: Accounts;
	slots: Slots;
	load = new Load();
	idempotency = new IdempotencyBook();
	private lastRequest = 0;

	constructor(readonly settings: ScoringSettings) {
		this.profile = scoringProfiles[settings.profile];
		this.clock = new SandboxClock(settings.clock, settings.now);
		this.behaviour = { ...settings.behaviour };
		this.accounts = new Accounts(settings);
		this.slots = new Slots(this.clock);
	}

	nextRequestId(): string {
		this.lastRequest += 1;
		return `req_${String(this.lastRequest).padStart(8, '0')}`;
	}

	/** Returns to the seed and the options. */
	reset(): void {
		this.clock.reset();
		this.faults.clear();
		this.log.clear();
		this.behaviour = { ...this.settings.behaviour };
		this.accounts = new Accounts(this.settings);
		this.slots = new Slots(this.clock);
		this.load = new Load();
		this.idempotency = new IdempotencyBook();
	}
}
