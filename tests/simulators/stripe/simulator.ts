import { BankDays } from './bank-days.ts';
import { StripeBrowser } from './browser.ts';
import { CALLS } from './calls.ts';
import type { ContractNote } from './contract-notes.ts';
import { complaintsAbout, metadataMisfit, type Request } from './checks.ts';
import {
  findOperation,
  holdAnswer,
  holdObject,
  misfitsOf,
  type Operation,
  readParams,
} from './description.ts';
import { EventLog } from './events.ts';
import { type Fault, Faults, replyAfter, replyBefore, type Reply } from './faults.ts';
import { type Answer, Keys } from './keys.ts';
import { payOutDaily } from './ledger.ts';
import { expanded } from './lists.ts';
import { Outside } from './outside.ts';
import { Rate } from './rate.ts';
import { mayDo, type Right, rightsFor } from './rights.ts';
import { Store } from './store.ts';
import { invalid, StripeRefusal } from './stripe-error.ts';
import type { World } from './world.ts';

type Options = {
  now?: Date;
  secret_key?: string;
  /** texts that must never reach Stripe */
  canaries?: readonly string[];
};

/**
 * An account at Stripe, in memory: it refuses what Stripe's description refuses and answers only what that
 * allows. See docs/stripe-simulator.md for what it only assumes.
 */
export class StripeSimulator {
  readonly world: World;
  readonly browser: StripeBrowser;
  readonly outside: Outside;
  readonly keys: Keys;
  readonly faults = new Faults();
  readonly rate = new Rate();
  /** every request that came, the refused ones too */
  readonly requests: Request[] = [];
  /** of a restricted key; null for a key that may do everything */
  rights: ReadonlySet<Right> | null = null;
  /** the operations that were answered */
  readonly covered = new Set<string>();
  private readonly complaints: string[] = [];
  private readonly options: Options;
  private deliveries: Promise<unknown> = Promise.resolve();

  constructor(options: Options = {}) {
    const clock = new BankDays(options.now ?? new Date('2026-08-03T15:00:00Z'));
    const store = new Store();
    this.options = options;
    this.world = {
      account_id: 'acct_simulated',
      account: {
        charges_enabled: true,
        payouts_enabled: true,
        capabilities: { card_payments: 'active', us_bank_account_ach_payments: 'active' },
        statement_descriptor: 'HARBORLINE',
        payout_interval: 'daily',
        requirements: {},
      },
      clock,
      store,
      events: new EventLog(clock, store),
      switches: {
        declines: [],
        debitLimit: null,
        refunds: [],
        failure_reason: 'lost_or_stolen_card',
        hasPayouts: true,
        isNextPayoutFailing: false,
      },
      plans: new Map(),
      paidOut: new Map(),
    };
    this.browser = new StripeBrowser(this.world);
    this.outside = new Outside(this.world);
    this.keys = new Keys(clock);
    payOutDaily(this.world);
  }

  /** Moves the clock, and delivers the events of what happened on the way. */
  async advance(days: number): Promise<void> {
    this.world.clock.advance(days);
    await this.afterAnswer();
  }

  /** @throws Error when a request was not what Stripe takes, or an answer not what it gives */
  expectNoFaults(): void {
    if (this.complaints.length > 0) throw new Error(this.complaints.join('\n'));
  }

  /** @returns what `expectNoFaults` would complain of, and forgets it: a test expected it */
  takeComplaints(): string[] {
    return this.complaints.splice(0);
  }

  /** What this account can say of the contract between the portal and Stripe. */
  contractNote(): ContractNote {
    const isPortal = this.requests.some(({ headers }) => headers['user-agent']?.includes('Schoolrun'));
    const operations = [...this.covered];
    return {
      kind: 'account',
      isPortal,
      requests: this.requests.length,
      operations,
      misfits: this.complaints,
    };
  }

  async receive(request: Request): Promise<Reply> {
    this.requests.push(request);
    this.complaints.push(...complaintsAbout(request, this.options.canaries ?? []));
    const drawn: Partial<Fault> = this.faults.draw(request, this.world.clock.now()) ?? {};
    const fault: Partial<Fault> = this.rate.refuses(request) ? { kind: 'rate_limit' } : drawn;
    const instead = replyBefore(fault);
    if (instead) return instead;
    const secret = this.options.secret_key ?? 'sk_test_simulated';
    if (request.headers.authorization !== `Bearer ${secret}`)
      return answerOf(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' },
      });
    return replyAfter(fault, await this.answer(request, fault.kind === 'error_500_saved'));
  }

  private async answer(request: Request, isBroken: boolean): Promise<Answer> {
    const key = request.headers['idempotency-key'] ?? null;
    if (request.verb !== 'POST' || key === null) return this.execute(request, null);
    const begun = this.keys.begin(key, `${request.verb} ${request.path}\n${request.body}`);
    if (begun === 'running')
      return answerOf(409, { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } });
    if (begun === 'other_request')
      return answerOf(400, {
        error: { type: 'idempotency_error', message: `Key ${key} was used otherwise.` },
      });
    if (begun !== 'new') return { ...begun, headers: { ...begun.headers, 'idempotent-replayed': 'true' } };
    const executed = await this.execute(request, key);
    const answer = isBroken ? answerOf(500, { error: { type: 'api_error', message: 'Unknown.' } }) : executed;
    this.keys.keep(key, answer);
    return answer;
  }

  private async execute(request: Request, key: string | null): Promise<Answer> {
    const id = this.world.store.nextId('req');
    this.world.events.during({ id, key });
    const answer = this.perform(request, key);
    this.world.events.during(null);
    if (this.world.events.plan === 'before_answer') await this.world.events.release();
    const headers = { 'request-id': id, ...(key && { 'idempotency-key': key, 'original-request': id }) };
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }

  private perform(request: Request, key: string | null): Answer {
    const { verb, path, query, body } = request;
    const found = findOperation(verb, path);
    if (!found || !CALLS[found.operation.id]) {
      this.complaints.push(`${verb} ${path} is no call of the portal's`);
      return answerOf(404, {
        error: { type: 'invalid_request_error', message: 'Unrecognized request URL.' },
      });
    }
    const params = readParams(verb === 'GET' ? query : body);
    try {
      this.hold(found.operation, params, key);
      this.permit(found.operation, params as { expand?: string[] });
      return this.carryOut(found.operation, params, { id: found.ids[0] ?? '', key });
    } catch (error) {
      if (error instanceof StripeRefusal) return this.refuse(error);
      this.complaints.push((error as Error).message);
      return answerOf(500, { error: { type: 'api_error', message: 'The simulator failed.' } });
    }
  }

  private hold(operation: Operation, params: Record<string, unknown>, key: string | null): void {
    const [misfit] = misfitsOf(operation, params);
    const message = metadataMisfit(params);
    const wrong = misfit ?? (message ? { code: 'parameter_invalid', param: 'metadata', message } : undefined);
    if (!wrong) return;
    if (key) this.keys.drop(key);
    this.complaints.push(`${operation.id}: ${wrong.message}`);
    const { code, ...rest } = wrong;
    throw invalid(code === 'parameter_invalid' ? rest : wrong);
  }

  private permit(operation: Operation, { expand = [] }: { expand?: string[] }): void {
    const { rights } = this;
    const lacking = rights && rightsFor(operation, expand).find((right) => !mayDo(rights, right));
    if (!lacking) return;
    const message = `The provided key does not have the required permissions: ${lacking}.`;
    throw new StripeRefusal(403, { type: 'invalid_request_error', message });
  }

  private carryOut(
    operation: Operation,
    params: Record<string, unknown>,
    { id, key }: { id: string; key: string | null },
  ): Answer {
    const { expand = [], ...others } = params as { expand?: string[] };
    const answer = CALLS[operation.id]!(this.world, { params: others, id, key });
    const body = expanded(this.world, operation, answer, expand);
    holdAnswer(operation, body);
    this.covered.add(operation.id);
    return answerOf(200, body);
  }

  private refuse({ status, error }: StripeRefusal): Answer {
    for (const object of [error.payment_intent, error.setup_intent]) if (object) holdObject(object);
    return answerOf(status, { error });
  }

  /** Called when an answer has gone out. */
  async afterAnswer(): Promise<void> {
    const { events } = this.world;
    if (events.plan === 'held') return;
    this.deliveries = this.deliveries.then(() => events.release());
    await this.deliveries;
  }
}

const answerOf = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body, null, 2),
});
