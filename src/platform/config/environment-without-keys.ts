/** What any program needs; the other variables have addresses, keys and passwords, or defaults. */
const PASSED_ON = ['PATH', 'TMPDIR', 'BRAND', 'SystemRoot'];

/** For a process that is given none of the credentials of the portal (RP5.2). */
export const environmentWithoutKeys = (): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
