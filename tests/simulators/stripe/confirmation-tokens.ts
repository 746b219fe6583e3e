import type { Stripe } from 'stripe';
import { type Holder, typeIn } from './entries.ts';
import type { Typed, Wallet } from './instruments.ts';
import { invalid } from './stripe-error.ts';
import type { World } from './world.ts';

/** What a wallet releases: a card of the wallet, and its holder. */
export type Released = { number: string; wallet: Wallet; holder?: Holder };

/** What Stripe's script shows of a token. */
export type ShownToken = {
  id: string;
  object: 'confirmation_token';
  expires_at: number;
  payment_method_preview: Pick<Stripe.PaymentMethod, 'type' | 'card' | 'billing_details'>;
};

const GOOD_FOR_S = 12 * 60 * 60;

/** Tokens that stand for a card in a wallet until an entry is confirmed with them, once. */
export class ConfirmationTokens {
  private readonly world: World;
  private readonly open = new Map<string, { method: Stripe.PaymentMethod; expires_at: number }>();

  constructor(world: World) {
    this.world = world;
  }

  make({ number, wallet, holder = {} }: Released): ShownToken {
    const typed: Typed = { number, wallet };
    const method = typeIn(this.world, typed, holder);
    const id = this.world.store.nextId('ctoken');
    const expires_at = this.world.clock.now() + GOOD_FOR_S;
    this.open.set(id, { method, expires_at });
    const { type, card, billing_details } = method;
    return {
      id,
      object: 'confirmation_token',
      expires_at,
      payment_method_preview: structuredClone({ type, card, billing_details }),
    };
  }

  /** @throws StripeRefusal for a token that was used, has expired or never was one */
  use(id: string): Stripe.PaymentMethod {
    const token = this.open.get(id);
    this.open.delete(id);
    if (!token || token.expires_at <= this.world.clock.now())
      throw invalid({
        code: 'resource_missing',
        param: 'confirmation_token',
        message: `No such confirmationtoken: '${id}'`,
      });
    return token.method;
  }
}
