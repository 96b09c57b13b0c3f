#!/usr/bin/env node
// The path that service units, cron jobs and a primary process of release 0.1.0 start the program by.
import '../server/bin/portico.js';
