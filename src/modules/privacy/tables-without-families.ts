const CATALOG = 'what the company sells, the same for everybody';
const TOKENS = 'keys of a login by their hash; the login itself is in sessions';
const PROCESSOR = "the demo's stand-in for the payment processor, which keeps books of its own";

/**
 * Every table that a family's copy leaves out, and why. A table that stands neither here nor among the
 * family's tables fails a test, so that nobody forgets it.
 */
export const TABLES_WITHOUT_FAMILIES: Readonly<Record<string, string>> = {
  options: CATALOG,
  content_blocks: CATALOG,
  company: CATALOG,
  catalog_version: CATALOG,
  products: CATALOG,
  divisions: CATALOG,
  periods: CATALOG,
  program_groups: CATALOG,
  programs: CATALOG,
  program_grades: CATALOG,
  period_program_groups: CATALOG,
  printable_contracts: CATALOG,
  period_programs: CATALOG,
  payment_type_surcharges: CATALOG,
  routes: CATALOG,
  payment_terms: CATALOG,
  addons: CATALOG,
  route_discounts: CATALOG,
  contract_number_counters: 'the last number that was given out; the numbers are in contracts',
  congestion_fees: "a fee for everybody on a route; the family's own part is in payments",
  methods_to_forget: 'tokens that the processor is about to forget; they name nobody',
  access_tokens: TOKENS,
  refresh_tokens: TOKENS,
  known_browsers:
    'which browser has logged in, by the hash of a random text; the login itself is in sessions',
  mailed_tokens: 'keys of mailed links by their hash, for some days',
  used_challenges: 'random questions that passkeys have answered, by their hash, for minutes',
  attempt_counters: 'counted attempts under hashes and networks, for two days',
  vault_keys: 'the names of keys',
  sealed_fields: 'names of columns',
  vault_progress: 'how far a job is',
  audit_chain: 'hashes of rows of audit_log, by which a change shows',
  audit_heads: 'signatures of these hashes',
  destruction_certificates: 'how many contracts of a school year were destroyed; it names nobody',
  file_deletions: 'random names of files that are about to be deleted',
  processor_events: "names of charges and refunds that have changed; charges and refunds are the family's",
  processor_binding: "the company's account at the processor",
  processor_cursors: "how far the processor's events have been read",
  processor_movements:
    "lines of the processor's balance by its own names; charges and refunds are the family's",
  reconciliation_runs: 'when the books were compared, and what they came to',
  reconciliation_differences: "where the processor's books differ from ours, by its own names",
  processor_payouts: "what went to the company's bank; it names nobody",
  clock_settings: "the sandbox's clock",
  job_applications: 'applicants have no account; they ask the hiring mailbox',
  job_application_notes: 'of applicants',
  'sandbox.methods': PROCESSOR,
  'sandbox.requests': PROCESSOR,
  'sandbox.charges': PROCESSOR,
  'sandbox.refunds': PROCESSOR,
  'sandbox.movements': PROCESSOR,
  'sandbox.disputes': PROCESSOR,
  'sandbox.payouts': PROCESSOR,
  'sandbox.events': PROCESSOR,
};
