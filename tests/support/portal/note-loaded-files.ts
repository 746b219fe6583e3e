import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// `NODE_OPTIONS=--import=…` writes the address of each module that a process and its threads load into the
// file that LOADED_FILES names.
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_FILES!, `${url}\n`);
    return next(url, context);
  },
});
