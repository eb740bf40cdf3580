import type { Directory } from './directory.ts'
import { Refusal } from './refusal.ts'

/**
 * An address signs in one person only, whatever the case of its letters.
 *
 * @throws Refusal
 */
export function refuseTakenEmail(email: string, { partners }: Pick<Directory, 'partners'>): void {
  const isTaken = [...partners.values()].some(({ members }) =>
    members.some((member) => member.email.toLowerCase() === email.toLowerCase()),
  )
  if (isTaken) throw new Refusal('conflict', 'there is an account with this email', 'email')
}
