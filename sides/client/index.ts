import type { SideEntry } from '../side.ts'

/** A partner's API client. */
export const client: SideEntry = {
  name: 'client',
  profileKey: 'client',
  command: ['certify', 'client'],
  description: "judge a partner's API client",
  target: { description: 'profile of the client to judge', required: true },
  options: [
    {
      flags: '--resume <dir>',
      description: 'resume the run in this folder and keep its finished sessions',
      value: 'text',
      decides: false,
    },
  ],
  load: async () => (await import('./side.ts')).clientSide,
}
