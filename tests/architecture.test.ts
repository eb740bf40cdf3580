import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inRooms, ROOMS, roomOf } from './rooms.ts'
import { SUITE_ROOMS } from './suite-rooms.ts'

const root = resolve(import.meta.dirname, '..')

/** A longer file has more than one purpose. */
const MOST_LINES = 250

/** Only these read the environment and the arguments, and print. `clocks.test.ts` lists the files that read a clock. */
const fronts = new Set(['cli', 'vitest', 'api'])

const files = globSync(inRooms('**/*.ts'), { cwd: root })

/** The modules that a text imports, for values and for types. */
const importsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')

const importsOf = (file: string): readonly string[] => importsIn(readFileSync(join(root, file), 'utf8'))

/** The relative imports of a file, for types too. */
const ownImportsOf = (file: string): readonly string[] =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(root, join(root, dirname(file), name)))

const source = (file: string) => !file.endsWith('.test.ts')

/** One import from another room. */
interface Imported {
  readonly file: string
  readonly from: string
  readonly room: string
}

/** Every import from another room, among files and what they import. Undefined is the room of what is outside. */
const importedBy = (
  own: readonly string[],
  room: (file: string) => string | undefined,
): readonly Imported[] =>
  own.flatMap((file) =>
    ownImportsOf(file).flatMap((name) => {
      const [from, to] = [room(file), room(name)]
      return from === undefined || to === undefined || from === to ? [] : [{ file, from, room: to }]
    }),
  )

/** The room of a file within a folder: the name of a folder, or of a file that stands by itself. */
const roomWithin =
  (house: string) =>
  (file: string): string | undefined =>
    file.startsWith(`${house}${sep}`)
      ? file
          .slice(house.length + 1)
          .split(sep)[0]
          ?.replace(/\.ts$/, '')
      : undefined

/** The houses of the table. A unit test is in no room: it may use what is made for tests. */
const HOUSES = Object.entries(SUITE_ROOMS).map(([house, table]) => {
  const own = files.filter(source).filter((file) => file.startsWith(`${house}${sep}`))
  return { house, table, own, room: roomWithin(house) }
})

describe.each([
  { house: 'the project', table: ROOMS, own: files, room: roomOf as (file: string) => string | undefined },
  ...HOUSES,
])('the rooms of $house', ({ table, own, room }) => {
  const imported = importedBy(own, room)

  test('are those of the import table', () => {
    const found = new Set(own.flatMap((file) => room(file) ?? []))
    expect([...found].sort()).toEqual(Object.keys(table).sort())
  })

  test('import only what the table allows', () => {
    const forbidden = imported
      .filter((one) => !table[one.from]?.includes(one.room))
      .map((one) => `${one.file} imports ${one.room}`)
    expect(forbidden).toEqual([])
  })

  test('have no permission that nobody uses', () => {
    const used = new Set(imported.map((one) => `${one.from} imports ${one.room}`))
    const permitted = Object.entries(table).flatMap(([from, others]) =>
      others.map((other) => `${from} imports ${other}`),
    )
    expect(permitted.filter((one) => !used.has(one))).toEqual([])
  })
})

test.each(Object.entries({ 'the project': ROOMS, ...SUITE_ROOMS }))(
  'the table of %s names a room below those that import it',
  (_, table) => {
    const names = Object.keys(table)
    const upwards = Object.entries(table).flatMap(([room, others]) =>
      others
        .filter((other) => names.indexOf(other) >= names.indexOf(room))
        .map((other) => `${room}: ${other}`),
    )
    expect(upwards).toEqual([])
  },
)

describe('the rooms', () => {
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
    const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1
    const tests = globSync('tests/**/*.ts', { cwd: root })
    expect([...files, ...tests].filter((file) => linesOf(file) > MOST_LINES)).toEqual([])
  })
})

test('imports of types are read too', () => {
  expect(
    importsIn("import type { Quote } from './quote.ts'\nexport type { Rating } from './rating.ts'"),
  ).toEqual(['./quote.ts', './rating.ts'])
})
