import fc, { type Arbitrary } from 'fast-check'

/** Common forms of the mailbox before the `@` (RFC 5321, section 4.1.2). */
const WAYS: readonly ((local: string) => string)[] = [
  (local) => local,
  (local) => `${local}+cyber`,
  (local) => `${local}.office-2_b`,
]

/** Addresses of one domain with the mailbox in several forms; only the given address where it has another shape. */
export function emailsLike(email: unknown): Arbitrary<unknown> {
  const [, local, domain] = /^([\w.-]+)@(.+)$/.exec(String(email)) ?? []
  return local === undefined
    ? fc.constant(email)
    : fc.constantFrom(...WAYS.map((way) => `${way(local)}@${domain}`))
}
