import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The import table of ARCHITECTURE.md: a room and those that its files may import beside itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  conformance: [],
  spec: ['conformance'],
  generators: ['conformance', 'spec'],
  webhooks: ['conformance'],
  'targets/profile': ['conformance', 'spec'],
  'targets/transport': ['conformance'],
  'targets/evidence': ['conformance'],
  'targets/platform': ['conformance', 'webhooks', 'targets/profile', 'targets/transport', 'targets/evidence'],
  'targets/receiver': ['conformance', 'webhooks', 'targets/profile', 'targets/transport', 'targets/evidence'],
  'targets/sandbox': ['conformance'],
  suites: ['conformance', 'spec', 'generators'],
  runner: ['conformance'],
  reporters: ['conformance'],
  sides: [
    'conformance',
    'spec',
    'generators',
    'targets/profile',
    'targets/platform',
    'targets/receiver',
    'targets/sandbox',
    'suites',
    'runner',
    'reporters',
  ],
  changes: ['conformance'],
  cli: ['conformance', 'spec', 'changes', 'targets/sandbox', 'runner', 'reporters', 'sides'],
  vitest: ['conformance', 'runner', 'reporters', 'sides', 'cli'],
}

/** They alone read the environment and the arguments, and print; who reads a clock stands in `clocks.test.ts`. */
const fronts = new Set(['cli', 'vitest'])

const files = globSync(
  '{conformance,spec,generators,webhooks,targets,suites,sides,runner,reporters,changes,cli,vitest}/**/*.ts',
  {
    cwd: root,
  },
)

function roomOf(file: string): string {
  const [first = '', second = ''] = file.split(sep)
  return first === 'targets' ? `targets/${second}` : first
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

const source = (file: string) => !file.endsWith('.test.ts')

/** Every import that leads into another room. */
const imported = files.flatMap((file) =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => ({
      file,
      from: roomOf(file),
      room: roomOf(relative(root, join(root, dirname(file), name))),
    }))
    .filter(({ from, room }) => from !== room),
)

describe('the rooms', () => {
  test('are all in the import table', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => rooms[room] === undefined)).toEqual([])
  })

  test('import only what the table allows', () => {
    const forbidden = imported
      .filter(({ from, room }) => !rooms[from]?.includes(room))
      .map(({ file, room }) => `${file} imports ${room}`)
    expect(forbidden).toEqual([])
  })

  test('have no permission that nobody uses', () => {
    const used = new Set(imported.map(({ from, room }) => `${from} imports ${room}`))
    const permitted = Object.entries(rooms).flatMap(([from, others]) =>
      others.map((room) => `${from} imports ${room}`),
    )
    expect(permitted.filter((one) => !used.has(one))).toEqual([])
  })

  test('leave printing, the environment and the arguments to the front', () => {
    const offenders = files.filter(source).filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return (
        !fronts.has(roomOf(file)) && /\bprocess\.(env|argv|stdout|stderr|exit)\b|\bconsole\.\w/.test(text)
      )
    })
    expect(offenders).toEqual([])
  })

  test('are made of small files', () => {
    const large = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300)
    expect(large).toEqual([])
  })
})
