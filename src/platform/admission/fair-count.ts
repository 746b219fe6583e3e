/** The total includes at most `mostOfKey` of each key: no key fills the total alone. */
export class FairCount {
  readonly #mostOfKey: number;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(mostOfKey: number) {
    this.#mostOfKey = mostOfKey;
  }

  get total(): number {
    return this.#total;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  hasRoomFor(key: string): boolean {
    return this.of(key) < this.#mostOfKey;
  }

  add(key: string): void {
    if (this.hasRoomFor(key)) this.#total += 1;
    this.#counts.set(key, this.of(key) + 1);
  }

  remove(key: string): void {
    const left = this.of(key) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
    if (this.hasRoomFor(key)) this.#total -= 1;
  }
}
