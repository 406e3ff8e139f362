/** Names this package to the services, which refuse the defaults of libraries. Kept equal to package.json by a test. */
export const userAgent = 'n8n-nodes-social-publishing/0.1.0';
