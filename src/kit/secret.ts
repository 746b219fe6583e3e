const REDACTED = '[redacted]';

/**
 * A text that must not be shown: printing, logging or turning it into JSON gives `[redacted]`.
 * Only `reveal` gives it away, so a search for that word finds every place that reads it.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  // What node:util's inspect asks for, by its registered name, so that this file needs no Node.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
