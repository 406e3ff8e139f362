/** Imported before n8n-core, which reads this when it is loaded: polls that fail on purpose warn in n8n's log. */
process.env.N8N_LOG_LEVEL ??= 'silent';
