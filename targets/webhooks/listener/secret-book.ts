import type { UnreadText } from '../../../conformance/ports/operator.ts'
import type { SecretFacts } from '../../../conformance/ports/webhooks.ts'
import type { SigningSecrets } from '../signature/signature.ts'

/** The answer that a secret was taken from. */
interface Beside {
  /** The other texts in it. */
  readonly unread: readonly UnreadText[]
  /** Receives the text that proved to be the secret. */
  corrected(text: string): void
}

/** All signing secrets that a target's endpoints ever had, in the order in which they were learned. */
export class SecretBook {
  readonly #byEndpoint = new Map<object, string[]>()
  /** Further endpoints at the address of an endpoint. */
  readonly #beside = new Map<object, object[]>()
  readonly #marks = new Map<string, number>()
  /** How often each secret was learned. */
  readonly #made = new Map<string, number>()
  readonly #unread = new Map<string, Beside>()
  #misread: string | undefined
  #version = 0

  /** A number that grows with every secret that is learned. */
  version(): number {
    return this.#version
  }

  /** Why a secret of this target is none: the profile takes it from a wrong place. Undefined while each is right. */
  misread(): string | undefined {
    return this.#misread
  }

  /** Texts that may be the secrets of an endpoint, if the profile takes a wrong one for it. */
  unread(endpoint: object): readonly UnreadText[] {
    return this.#of(endpoint).flatMap((secret) => this.#unread.get(secret)?.unread ?? [])
  }

  /** Notes that a text which is in the answer is the secret, and not the one that the profile takes. */
  correct(endpoint: object, { text, misread }: UnreadText): void {
    this.#misread ??= misread
    const secrets = this.#of(endpoint)
    const wrong = secrets.find((secret) => this.#unread.get(secret)?.unread.some((one) => one.text === text))
    this.#unread.get(wrong ?? '')?.corrected(text)
    this.#byEndpoint.set(
      endpoint,
      secrets.map((secret) => (secret === wrong ? text : secret)),
    )
    this.#version += 1
  }

  /** Notes that an endpoint has the address of another one. */
  place(further: object, endpoint: object): void {
    this.#beside.set(endpoint, [...(this.#beside.get(endpoint) ?? []), further])
  }

  /** The secrets of the further endpoints at the address of an endpoint, without those that it has itself. */
  beside(endpoint: object): readonly string[] {
    const all = (this.#beside.get(endpoint) ?? []).flatMap((further) => this.#of(further))
    return all.filter((secret) => !this.knows(endpoint, secret))
  }

  learn(endpoint: object, secret: string, beside?: Beside): void {
    if (beside !== undefined) this.#unread.set(secret, beside)
    this.#byEndpoint.set(endpoint, [...this.#of(endpoint), secret])
    this.#marks.set(secret, this.#marks.get(secret) ?? this.#marks.size)
    this.#made.set(secret, (this.#made.get(secret) ?? 0) + 1)
    this.#version += 1
  }

  /**
   * The secrets of an endpoint, each as a number that stands for it.
   *
   * @param holds returns the exchanges whose answers hold a text
   */
  facts(endpoint: object, holds: (secret: string) => readonly string[]): readonly SecretFacts[] {
    return this.#of(endpoint).map((secret) => ({
      mark: this.#marks.get(secret) ?? -1,
      made: this.#made.get(secret) ?? 1,
      shownIn: holds(secret),
    }))
  }

  /** Says whether an endpoint has had a secret. */
  knows(endpoint: object, secret: string): boolean {
    return this.#of(endpoint).includes(secret)
  }

  /** How many secrets an endpoint has had so far. */
  count(endpoint: object): number {
    return this.#of(endpoint).length
  }

  /**
   * The roles of the secrets at the time when `known` of the endpoint's own were known. A secret that was learned later may
   * already have been in use while its registration or rotation was being answered: see `later`.
   */
  at(endpoint: object, known: number): SigningSecrets {
    const own = this.#of(endpoint)
    const [current, former] = [own[known - 1], own[known - 2]]
    return {
      ...(current !== undefined && { current }),
      ...(former !== undefined && { former }),
      older: own.slice(0, Math.max(0, known - 2)),
      others: [...this.#byEndpoint].flatMap(([other, secrets]) => (other === endpoint ? [] : secrets)),
    }
  }

  /** The roles of the secrets if the next one to be learned was already valid; undefined when there was none. */
  later(endpoint: object, known: number): SigningSecrets | undefined {
    return this.#of(endpoint).length > known ? this.at(endpoint, known + 1) : undefined
  }

  #of(endpoint: object): string[] {
    return this.#byEndpoint.get(endpoint) ?? []
  }
}
