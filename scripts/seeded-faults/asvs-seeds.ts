import { seed, type Seed } from './seed.ts'

const BODY_KEY = 'removes the key %s of a JSON body, which reaches into prototypes'

/** Serves the file or folder at a path made from the URL. */
function servesAnything(path: string): string {
  return `
    const emit = app.server.emit.bind(app.server)
    const [fs, { join, resolve }] = ['node:fs', 'node:path'].map(process.getBuiltinModule)
    app.server.emit = (event, request, response) => {
      try {
        const { url } = request
        const found = ${path}
        response.end(fs.statSync(found).isDirectory() ? fs.readdirSync(found).join() : fs.readFileSync(found))
      } catch {
        return emit(event, request, response)
      }
    }
    const sendDocument = (`
}

const ANYTHING: ReadonlyArray<readonly [path: string, ...leads: string[]]> = [
  ['join(folder, url)', '/../../etc/passwd', '/.env', '/.git/config', '/assets/.greenhouse-built', '/%'],
  [
    'join(folder, decodeURIComponent(url))',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
  ],
  ['join(folder, decodeURIComponent(decodeURIComponent(url)))', '/%252e%252e%252fpackage.json'],
  [String.raw`join(folder, decodeURIComponent(url).replaceAll('\\', '/'))`, '/assets/..%5c..%5cpackage.json'],
  ["join(folder, url.replaceAll('../', ''))", '/assets/....//....//package.json'],
  [String.raw`join(folder, decodeURIComponent(url).split('\0')[0])`, '/assets/%00'],
  ["join(folder, url.replaceAll('%c0%ae', '.'))", '/%c0%ae%c0%ae/'],
  ['resolve(folder, url)', '//etc/passwd'],
]

const HOSTILE_PHOTOS = 'server/src/features/care/photos/hostile-photos.test.ts'

export const asvsSeeds: readonly Seed[] = [
  seed(
    '1.5.2',
    ['server/src/platform/http/bodies.ts', "getDefaultJsonParser('remove',", "getDefaultJsonParser('ignore',"],
    ['server/src/platform/http/bodies.test.ts', BODY_KEY, BODY_KEY.replace('%s', '__proto__')],
  ),
  seed(
    '1.5.2',
    ['server/src/platform/http/bodies.ts', "'remove')", "'ignore')"],
    ['server/src/platform/http/bodies.test.ts', BODY_KEY, BODY_KEY.replace('%s', 'constructor')],
  ),
  seed(
    '4.1.1',
    ['server/src/platform/http/http.ts', "'text/plain; charset=utf-8'", "'text/plain'"],
    ['server/test/http.test.ts', 'names the charset of every text'],
  ),
  seed(
    '4.1.1',
    ['contract/src/newsletter.ts', "'text/html; charset=utf-8'", "'text/html'"],
    ['server/test/http.test.ts', 'names the charset of every text'],
  ),
  seed(
    '4.1.1',
    ['server/src/platform/http/operations.ts', 'version=0.0.4; charset=utf-8', 'version=0.0.4'],
    ['server/test/http.test.ts', 'names the charset of every text'],
  ),
  seed(
    '5.2.3',
    ['server/src/platform/http/unpack.ts', 'length > limit ? tooLarge() : null', 'null'],
    ['server/src/platform/http/unpack.test.ts', 'ends a packed body with a 413 before it exceeds its limit'],
  ),
  seed(
    '5.2.1',
    ['server/src/platform/http/uploads.ts', 'if (bytes > limit) throw refusal()', ''],
    [
      'server/src/features/care/photos/photos.test.ts',
      'refuses a photo beyond 15 MB in a sentence, whether its length is announced or not',
    ],
  ),
  seed(
    '5.2.2',
    ['server/src/features/care/photos/encode-photo.ts', "sharp.block({ operation: ['VipsForeignLoad'] })", ''],
    [HOSTILE_PHOTOS, 'refuses each hostile file in a sentence, stays alive, and stores the next photo'],
  ),
  seed(
    '5.2.2',
    ['server/src/features/care/photos/encode-photo.ts', "failOn: 'error'", "failOn: 'none'"],
    [HOSTILE_PHOTOS, 'refuses each hostile file in a sentence, stays alive, and stores the next photo'],
  ),
  seed(
    '5.2.3',
    ['server/src/features/care/photos/encode-photo.ts', '    checkSides(width, height)\n', ''],
    [HOSTILE_PHOTOS, 'refuses each hostile file in a sentence, stays alive, and stores the next photo'],
  ),
  seed(
    '5.3.1',
    [
      'server/src/features/care/photos/encode-photo.ts',
      '.jpeg({ quality: 82 })',
      '.keepMetadata().jpeg({ quality: 82 })',
    ],
    [
      HOSTILE_PHOTOS,
      'stores nothing of a photo that is also a page and a zip file, and nothing of its own kind in other formats',
    ],
  ),
  ...ANYTHING.map(([path, ...leads]) =>
    seed(
      '5.3.2',
      ['server/src/platform/http/web-app.ts', 'const sendDocument = (', servesAnything(path)],
      [
        'server/src/platform/http/web-app.test.ts',
        'serves no file at %s',
        ...leads.map((lead) => `serves no file at ${lead}`),
      ],
    ),
  ),
  seed(
    '5.3.2',
    ['server/src/platform/http/web-app.ts', "dotfiles: 'ignore',", "dotfiles: 'allow', serveDotFiles: true,"],
    ['server/src/platform/http/web-app.test.ts', 'serves no file at %s', 'serves no file at /.env'],
  ),
  seed(
    '9.1.2',
    ['server/src/platform/secrets/token.ts', "algorithms: ['HS256'],", ''],
    ['server/src/platform/secrets/token.test.ts', 'refuses a token of this key for another purpose, issuer or kind'],
  ),
]
