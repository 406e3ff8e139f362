import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs before each test file, because n8n-core reads these variables when it is loaded. The separate folder keeps a
 * developer's own n8n out of the tests.
 */
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-nodes-social-publishing-'));
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
// Tests that need n8n's log turn it on themselves.
process.env.N8N_LOG_LEVEL ??= 'silent';
