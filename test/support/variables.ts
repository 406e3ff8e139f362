import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs before each test file: n8n-core reads these when it is loaded.
 * A folder of its own keeps a developer's n8n out of the tests.
 */
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-nodes-social-publishing-'));
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
// What n8n logs is looked at where a test wants to know.
process.env.N8N_LOG_LEVEL ??= 'silent';
