/** Import this before n8n-core, which reads it on load. It silences the log warnings of polls that fail on purpose. */
process.env.N8N_LOG_LEVEL ??= 'silent';
