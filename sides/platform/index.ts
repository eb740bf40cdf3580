import type { SideEntry } from '../side.ts'

/** The quote platform, which is the default side. Without a profile the embedded sandbox is judged. */
export const platform: SideEntry = {
  name: 'platform',
  profileKey: 'base_url',
  command: ['run'],
  description: 'judge a platform (default: the embedded sandbox)',
  target: { description: 'profile of the platform to judge', required: false },
  options: [
    {
      flags: '--variant <id>',
      description: 'a legal variant of the embedded sandbox; repeatable',
      value: 'list',
      decides: true,
    },
    {
      flags: '--mutant <id>',
      description: 'a defect of the embedded sandbox, to see how the suite finds it',
      value: 'text',
      decides: true,
    },
    {
      flags: '--sandbox-version <version>',
      description: 'version of the embedded sandbox (default: the one that it is judged by)',
      value: 'text',
      decides: true,
    },
    {
      flags: '--rate <n>',
      description: 'most requests a second (default: no bound; while discovering 10)',
      value: 'rate',
      decides: true,
    },
    {
      flags: '--strength <n>',
      description: 'how many circumstances of a quote meet in each combination, 1 to 3 (default: 2)',
      value: 'count',
      decides: true,
    },
    {
      flags: '--discover',
      description: 'find recipes for outcomes that the profile has none for',
      value: 'flag',
      decides: true,
      asks: true,
    },
    {
      flags: '--discover-requests <n>',
      description: 'most requests of --discover (default: 200)',
      value: 'count',
      decides: false,
    },
  ],
  async begin({ target }) {
    if (target === undefined) (await import('./sandbox/threaded.ts')).prepareSandboxes()
  },
  load: async () => (await import('./side.ts')).platformSide,
}
