import { challengeOf, isProof } from '#kit/endpoint/take-turn.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';

const USE = 'ticket';
const LETTERS = { place: 'w', turn: 't', admission: 'a' } as const;
const KINDS = { w: 'place', t: 'turn', a: 'admission' } as const;
const LONGEST = 200;

export type Ticket = {
  kind: keyof typeof LETTERS;
  since: number;
  time: number;
  id: string;
};

export type Shown = Ticket & { isProved: boolean };

const isKind = (letter: string): letter is keyof typeof KINDS => Object.hasOwn(KINDS, letter);

export type Tickets = ReturnType<typeof ticketsOf>;

/** The signature covers a network or account too, but the ticket does not contain the network or account. */
export function ticketsOf(vault: Vault) {
  return {
    write({ kind, since, time, id }: Ticket, boundTo: string): string {
      const text = [LETTERS[kind], since, id, time].join('.');
      return `${text}.${vault.sign(USE, `${text} ${boundTo}`)}`;
    },

    read(sent: unknown, boundTo: readonly (string | undefined)[]): Shown | undefined {
      if (typeof sent !== 'string' || sent.length > LONGEST) return undefined;
      const [letter = '', since = '', id = '', time = '', signature = '', found] = sent.split('.');
      const text = [letter, since, id, time].join('.');
      const isOurs = boundTo.some((one) => one && vault.isSigned(USE, `${text} ${one}`, signature));
      if (!isOurs || !isKind(letter)) return undefined;
      const isProved = found !== undefined && isProof(hashOfToken(`${challengeOf(sent)}.${found}`));
      return { kind: KINDS[letter], since: Number(since), time: Number(time), id, isProved };
    },
  };
}
