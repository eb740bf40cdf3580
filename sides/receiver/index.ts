import type { SideEntry } from '../side.ts'

/** A partner's webhook receiver. */
export const receiver: SideEntry = {
  name: 'receiver',
  profileKey: 'receiver',
  command: ['certify', 'receiver'],
  description: "judge a partner's webhook receiver",
  target: { description: 'profile of the receiver to judge', required: true },
  options: [],
  load: async () => (await import('./side.ts')).receiverSide,
}
