#!/usr/bin/env node
import './node-version.js';

// Read only now: an older Node.js would say that it is no JavaScript.
import('../dist/main.js');
