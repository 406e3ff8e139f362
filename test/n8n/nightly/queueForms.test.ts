/** @jest-environment ./test/n8n/support/queue-environment.mjs */
// Runs the tests of the examples with forms again, with an n8n in queue mode as the testbed. It keeps files in its database.
import '../examplesWithForms.test';
