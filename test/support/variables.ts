// Runs before each test file, because n8n-core reads these variables when it is loaded.
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
// Tests that need n8n's log turn it on themselves.
process.env.N8N_LOG_LEVEL ??= 'silent';
