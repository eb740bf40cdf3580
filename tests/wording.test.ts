import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { GLOSSARY } from '../cli/glossary.ts'
import { coinedIn, coinedInName, REPLACED } from './wording/coined.ts'
import { type Found, found } from './wording/found.ts'
import { KINDS, stumblingBlocks } from './wording/kinds.ts'
import { partsOf } from './wording/parts.ts'
import { commentsOf, proseOf, sentencesOf, wordsOf } from './wording/prose.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')
const find = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => ['node_modules', 'reports', 'dist'].includes(name) })

/** Programs and pages in a string, whose texts are judged elsewhere, and a page that verifiers compare byte by byte. */
const NO_PROSE =
  /^(?:targets\/client\/hand\/(?:script|style)|targets\/profile\/reference|reporters\/certificate\/page)\.ts$/
const sources = find('**/*.{ts,mjs}')
let all: readonly Found[]

beforeAll(async () => {
  all = await found()
})

describe('sentences that a user can meet', () => {
  test('are many', () => {
    for (const kind of ['output', 'docs', 'defects'])
      expect(all.filter((one) => one.kind === kind).length).toBeGreaterThan(500)
  })

  test('have nothing to stumble over', () => {
    const blocks = all
      .filter(({ kind, file }) => ['output', 'docs', 'defects'].includes(kind) && !NO_PROSE.test(file))
      .flatMap(({ file, text }) => stumblingBlocks(text).map((block) => `${file}: ${block}`))
    expect(blocks).toEqual([])
  })

  test.each([
    ['a coined word of the glossary', 'Do not use an endpoint that somebody needs: the ladder fails it.'],
    ['a coined word of the glossary', '`git log` says why each look at a target is there'],
    [
      'a coined word of the glossary',
      'A quote tells of its rating, its proposal and its policy, each when it is so',
    ],
    [
      'a coined word of the glossary',
      'After almost all that run alone: the events of their quotes have been sent.',
    ],
    ['a coined word of the glossary', 'The end of tokens is looked at for the account that was there then'],
    [
      'a coined word of the glossary',
      'Tell what your application made of it. A play is done when you say so',
    ],
    ['a clause as subject', "A client's log is its own affair, so that errors are logged is not judged."],
    ['a clause as subject', 'What a partner who came later does not have is a bad request'],
    [
      'an impersonal start',
      'With `effects` it is also judged what was processed, without it only the answers.',
    ],
    ['an impersonal start', 'Where answers are slow there may be up to 32, as long as more answers come.'],
    ['a pronoun without its noun', 'The nightly one gets along with failures that are known.'],
    ['a pronoun without its noun', 'While rating is held, all that waits for no rating goes on'],
    ['a pronoun without its noun', 'One that polls quickly at first is let through.'],
    ['an idiom or a riddle', 'The suite waits out a 429, and a 503 that says until when'],
    ['an idiom or a riddle', 'So it may miss what takes requests at the same moment.'],
    ['an idiom or a riddle', 'A quote that goes its way beside others'],
    ['an idiom or a riddle', 'other quotes go on as ever'],
    ['an idiom or a riddle', 'so much real time passed that hardly any of a clock was left'],
    ['an idiom or a riddle', 'Where answers are slow, as long as more answers come of them.'],
    ['more than 25 words', `It says ${'so much and '.repeat(9)}no more.`],
  ])('show %s: %s', (kind, sentence) => {
    expect(stumblingBlocks(sentence).map((block) => block.split(': ')[0])).toContain(kind)
  })

  test('are plain where they say the same in other words', () => {
    const plain = [
      'It does not check that a client logs errors.',
      'Use a spare endpoint: the retry tests make it fail.',
      'It raises this to at most 32 while throughput still grows.',
      'Set `effects` to check what was processed as well as the answers.',
      'It cannot reproduce failures that need parallel requests.',
      'A quote sends its rating, proposal and policy events in time',
      'Look up quotes by their id. What is judged? The first one that arrives.',
    ]
    expect(plain.flatMap(stumblingBlocks)).toEqual([])
    expect(Object.keys(KINDS)).toHaveLength(6)
  })
})

describe('coined words', () => {
  test('are left nowhere: no text, name, file or id has one', () => {
    const left = all.filter(({ coined }) => coined !== undefined)
    expect(left.map(({ kind, coined, file, text }) => `${kind}, ${coined}, ${file}: ${text}`)).toEqual([])
  })

  test('are found in prose and in names, each of the glossary', () => {
    const coined = GLOSSARY.flatMap(({ insteadOf = [] }) => insteadOf)
    expect([...REPLACED.keys()]).toEqual(coined)
    const sentences = [
      ...['Its ladder ends', 'the second rung', 'the first play', 'a stranger asks', 'it runs alone'],
      ...['drawn cases', 'each look at it', 'the client was told', 'the lies of a server', 'it is at rest'],
    ]
    for (const word of coined) expect(sentences.filter((one) => coinedIn(one).includes(word)).length).toBe(1)
    expect(
      ['retryLadder', 'LOOK_MS', 'nine-rungs', 'display', 'outlook'].map((name) => coinedInName(name)),
    ).toEqual([...[['ladder'], ['look'], ['rung'], [], []]])
  })
})

describe('comments', () => {
  const comments = sources.flatMap((file) =>
    commentsOf(read(file)).map((comment) => [file, comment] as const),
  )

  test('have no sentence over 25 words', () => {
    const long = comments.flatMap(([file, comment]) =>
      sentencesOf(comment).flatMap((one) => (wordsOf(one).length > 25 ? [`${file}: ${one}`] : [])),
    )
    expect(long).toEqual([])
  })

  test('say what a value is or what a function does, without "What"', () => {
    expect(comments.filter(([, comment]) => /^(What|Whether) /.test(comment))).toEqual([])
  })
})

describe('marks of readings', () => {
  const defined = new Set(
    [...read('docs/reference/readings.md').matchAll(/^\*\*(R\d+)\./gm)].map(([, mark]) => mark),
  )

  test('lead to a paragraph of docs/reference/readings.md', () => {
    const texts: readonly (readonly [string, string])[] = [
      ...sources.map((file) => [file, commentsOf(read(file)).join('\n')] as const),
      ...find('**/*.md').map((file) => [file, proseOf(read(file)).join('\n')] as const),
      ...find('{spec,targets,test-data}/**/*.yaml').map((file) => [file, read(file)] as const),
    ]
    const marks = texts.flatMap(([file, text]) =>
      [...text.matchAll(/\bR([1-9]\d?)\b/g)].map(([mark]) => `${file}: ${mark}`),
    )
    expect(marks.length).toBeGreaterThan(50)
    expect(marks.filter((place) => !defined.has(place.split(': ')[1]))).toEqual([])
  })
})

describe('the parts of prose', () => {
  test('are comments without their marks, and paragraphs without code', () => {
    expect(commentsOf("/** One\n * two. */\nconst a = '/* no */' // three\n// four\n\n// five\n")).toEqual([
      'One two.',
      'three four',
      'five',
    ])
    expect(commentsOf(`a = /['\`]/ // one\n\n\`\${b ? \`\${c}//\` : ''}\` // two\n`)).toEqual(['one', 'two'])
    expect(proseOf('# Title\n\nOne\ntwo.\n\n```\ncode\n```\n\n| a | b |\n')).toEqual([
      'Title',
      'One two.',
      'a',
      'b',
    ])
    expect(sentencesOf('It is so (see 4.rule.5). And e.g. this: `a.b`!')).toHaveLength(2)
    expect(sentencesOf('It is so; or so: it is (not). Is it? "Yes!" It is.')).toHaveLength(4)
    expect(wordsOf('a `b c` - d')).toEqual(['a', 'code', 'd'])
  })

  test('of a source are code, comments, strings and patterns, in order', () => {
    const source = 'const a = `b $' + '{c("d")} e` // f\nreturn /g"/.test(h)'
    expect(
      partsOf(source)
        .map(({ text }) => text)
        .join(''),
    ).toBe(source)
    expect(partsOf(source).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      ...['code const a = `', 'string b ', `code \${c("`, 'string d', 'code ")}', 'string  e', 'code ` '],
      ...['comment // f', 'code \nreturn ', 'pattern /g"/', 'code .test(h)'],
    ])
  })
})
