import type { UnreadText } from '../../../conformance/ports/operator.ts'
import { CannotTell } from '../../../conformance/verdict.ts'

/**
 * Finds out where a credential of a target is none: the profile takes it from a wrong place of the answer that made it. What only
 * the profile can have wrong is no breach of the platform.
 */
export class MisreadCredentials {
  readonly #used = new Set<string>()
  #found: string | undefined

  /** Says which key of the profile points at a wrong place; undefined while each is right. */
  found(): string | undefined {
    return this.#found
  }

  /**
   * Tries other texts of the answer that a refused credential came from. Only its first use tells something: later it may be
   * revoked.
   *
   * @param unread the other texts of that answer
   * @param works says whether the target accepts a text in place of the credential
   * @throws CannotTell where it accepts one
   */
  async refused(
    credential: string,
    unread: readonly UnreadText[],
    works: (text: string) => Promise<boolean>,
  ): Promise<void> {
    // A wrong place may hold the same text for each credential, such as the name of a slot.
    if (!this.isFirstUse(credential) && this.#found === undefined) return
    for (const { text, misread, key } of unread) {
      if (!(await works(text))) continue
      // A new credential may take a moment to work, on a target that accepts any text.
      if (await works(credential)) return
      this.#found ??= misread
      throw new CannotTell(misread, key)
    }
  }

  /** Notes a use of a credential, and says whether it was the first one. */
  isFirstUse(credential: string): boolean {
    const isFirst = !this.#used.has(credential)
    this.#used.add(credential)
    return isFirst
  }
}
