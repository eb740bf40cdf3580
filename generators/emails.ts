import fc, { type Arbitrary } from 'fast-check'

/** Forms of a mailbox in front of the `@`, as they are often written (RFC 5321, section 4.1.2). */
const WAYS: readonly ((local: string) => string)[] = [
  (local) => local,
  (local) => `${local}+cyber`,
  (local) => `${local}.office-2_b`,
]

/** Addresses of one domain whose mailbox is written in several ways; the address alone where it has another form. */
export function emailsLike(email: unknown): Arbitrary<unknown> {
  const [, local, domain] = /^([\w.-]+)@(.+)$/.exec(String(email)) ?? []
  return local === undefined
    ? fc.constant(email)
    : fc.constantFrom(...WAYS.map((way) => `${way(local)}@${domain}`))
}
