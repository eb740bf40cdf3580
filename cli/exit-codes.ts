/** The exit codes of all commands, with their meaning. */
export const EXIT_CODES = [
  { code: 0, meaning: 'no requirement failed and none that was selected was cut off' },
  { code: 1, meaning: 'at least one must requirement failed' },
  {
    code: 2,
    meaning: 'the command line or a profile is wrong; one line on stderr says where, and nothing was sent',
  },
  {
    code: 3,
    meaning:
      'the run could not be finished: target unreachable, credentials refused, interrupted; the report has what was judged',
  },
] as const
