import { sep } from 'node:path'
import type { Rooms } from './suite-rooms.ts'

/** Each room, with the other rooms that its files may import. */
export const ROOMS: Rooms = {
  conformance: [],
  'conformance/selection': ['conformance'],
  'conformance/running': ['conformance', 'conformance/selection'],
  spec: ['conformance'],
  generators: ['conformance', 'spec'],
  web: [],
  'targets/profile': ['conformance', 'spec'],
  'targets/webhooks': ['conformance'],
  'targets/transport': ['conformance'],
  'targets/evidence': ['conformance'],
  'targets/platform': [
    'conformance',
    'targets/webhooks',
    'targets/profile',
    'targets/transport',
    'targets/evidence',
  ],
  'targets/receiver': [
    'conformance',
    'targets/webhooks',
    'targets/profile',
    'targets/transport',
    'targets/evidence',
  ],
  'targets/client': ['conformance', 'targets/profile', 'targets/evidence'],
  'targets/sandbox': ['conformance', 'web'],
  model: ['spec'],
  suites: ['conformance', 'spec', 'generators', 'model'],
  'traffic/recording': ['conformance', 'spec', 'targets/webhooks', 'targets/evidence'],
  'traffic/proxy': [
    'conformance',
    'spec',
    'targets/webhooks',
    'targets/profile',
    'targets/transport',
    'targets/evidence',
    'targets/platform',
    'traffic/recording',
    'suites',
  ],
  storage: ['conformance'],
  reporters: ['conformance'],
  sides: [
    'conformance',
    'spec',
    'generators',
    'targets/profile',
    'targets/platform',
    'targets/receiver',
    'targets/client',
    'targets/sandbox',
    'suites',
    'traffic/recording',
    'conformance/selection',
    'conformance/running',
    'reporters',
  ],
  changes: ['conformance'],
  pact: ['conformance', 'spec', 'suites', 'reporters'],
  cli: [
    'conformance',
    'spec',
    'changes',
    'targets/sandbox',
    'traffic/proxy',
    'storage',
    'conformance/selection',
    'conformance/running',
    'reporters',
    'sides',
    'pact',
  ],
  vitest: ['conformance', 'conformance/selection', 'reporters', 'sides', 'cli'],
  api: ['conformance', 'targets/sandbox', 'reporters', 'sides', 'cli'],
  build: ['reporters'],
}

/** The innermost room of the table that holds a file. A file in none of them is in a room of its first folder's name. */
export function roomOf(file: string): string {
  const holding = Object.keys(ROOMS).filter((room) => file.startsWith(room.replaceAll('/', sep) + sep))
  return holding.sort((one, other) => other.length - one.length)[0] ?? file.split(sep)[0] ?? ''
}

const FOLDERS = [...new Set(Object.keys(ROOMS).map((room) => room.split('/')[0]))]

/** A pattern of files in any room, for `globSync`. Takes what follows the folder, and folders beside the rooms. */
export const inRooms = (pattern: string, ...others: readonly string[]): string =>
  `{${[...FOLDERS, ...others].join(',')}}/${pattern}`
