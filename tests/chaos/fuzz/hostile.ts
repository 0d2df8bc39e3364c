/** Input that has broken other shops: texts, numbers, names and headers that careless code misinterprets. */

export const hostileTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\n', 'x\r\nX-Injected: yes\r\n\r\n<html>', '%0d%0aX-Injected:%20yes'],
  ...['"', "'", "' OR '1'='1", "'; DROP TABLE users; --", '\\', '{"$ne":""}', '$where', '{{7*7}}'],
  ...['$\u007B7*7}', '#{7*7}', '%s%n%x', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
  ...['javascript:alert(1)', '"><svg onload=alert(1)>', '--> ]]> <!--', '../../../../etc/passwd'],
  ...['..%2f..%2fetc%2fpasswd', 'C:\\Windows\\win.ini', 'file:///etc/passwd'],
  ...['http://169.254.169.254/latest/meta-data', '`id`', '$(id)', '; id', '| id', '*', 'user:*'],
  ...['sessions:x', "redis.call('FLUSHALL')", 'return redis.call("KEYS","*")', '*1\r\n$8\r\nFLUSHALL\r\n'],
  ...[']] redis.call("FLUSHALL") --', '=cmd|/c calc!A1', '@SUM(1+1)', '\u202Etxt.exe', '\u200B\u200D\uFEFF'],
  ...['I\u0307\u0131', 'A\u0308'.repeat(40), '\uD800', '\uDFFF\uD800', '🧵'.repeat(30), 'आशा', '०१२३', 'Ⅷ'],
  ...['null', 'undefined', 'true', 'NaN', 'Infinity', '-0', '0x10', '1e309', '9007199254740993', '١٢٣'],
  ...['x'.repeat(300), 'x'.repeat(9_000), `${'a'.repeat(60)}@${'a.'.repeat(90)}com`, 'a@b.c, d@e.f'],
  ...['a@b.c\r\nBcc: d@e.f', '"a b"@example.com', 'a@[127.0.0.1]', '__proto__', 'constructor', 'prototype'],
  ...['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'],
] as const;

export const prototypeNames = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'],
];

/** As literal JSON. */
export const hostileNumbers = [
  ...['0', '-1', '-0', '0.1', '1.0000000001', '1e21', '1e308', '1e999', '-1e999', '5e-324'],
  ...['9007199254740993', '-9007199254740993', '2147483648', '4294967296', '99999999999999999999999'],
];

/** Invalid or nearly valid JSON. */
export const brokenJson = [
  ...['{', '}', '[', '{"a":', '{"a":1,}', "{'a':1}", '{"a":1}}', '{a:1}', 'undefined', 'NaN', '{"a":NaN}'],
  ...['{"a":Infinity}', '{"a":01}', '{"a":+1}', '{"a":"\n"}', '{"a":"\\x"}', '<xml/>', 'a=1&b=2', '// {}'],
  ...['\u0000', '\uFEFF{}', '{}{}', '{"a":1}\u0000', '"', 'nul', '-', '--boundary\r\n\r\n{}'],
  ...['null', 'true', '0', '"text"', '[]', '[[]]', '[{}]', '{}', ''],
];

export const contentTypes = [
  ...['application/json', 'application/json; charset=utf-8', 'application/json; charset=utf-16'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data'],
  ...['text/plain', 'text/xml', 'application/octet-stream', 'application/json, text/html'],
  ...['application/json;'.repeat(50), '../../etc/passwd', ''],
];

/** Headers that some servers trust. `§hostile§` addresses belong to another site. */
export const hostileHeaders: (readonly [name: string, value: string])[] = [
  ['X-Forwarded-For', '10.0.0.1, 203.0.113.9, 127.0.0.1'],
  ['X-Forwarded-For', '203.0.113.9,'.repeat(400)],
  ['X-Forwarded-For', '::ffff:127.0.0.1'],
  ['Forwarded', 'for="[::1]";proto=https;host=evil.example'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-Original-URL', '/api/user/profile'],
  ['X-Rewrite-URL', '/api/user/export'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Nf-Request-Id', '<script>'],
  ['X-Nf-Debug-Logging', '1'],
  ['X-Nf-Deploy-Published', '0'],
  ['X-Nf-Deploy-Id', '../../x'],
  ['Origin', 'https://evil.example'],
  ['Origin', 'null'],
  ['Referer', 'https://evil.example/?token=x'],
  ['Cookie', `a=${'x'.repeat(7_000)}`],
  ['Cookie', 'token=admin; __proto__=1; =; ;;; a=%zz'],
  ['Cookie', '__Host-session=§victim.email.0§'],
  ['Cookie', `__Secure-device=${'-'.repeat(43)}`],
  ['Cookie', `__Secure-device=§victim.email.0§; __Secure-device=${'\u00ff'.repeat(43)}`],
  ['Accept', 'text/html;q=zzz, */*;q=-1'],
  ['Accept-Encoding', 'gzip;q=1.0, bomb'],
  ['Accept-Language', 'x'.repeat(3_000)],
  ['Range', 'bytes=0-0,1-1,2-2'],
  ['If-None-Match', '*'],
  ['If-Match', '"x"'],
  ['If-Modified-Since', 'yesterday'],
  ['Content-Encoding', 'br'],
  ['Expect', '100-continue'],
  ['Upgrade', 'websocket'],
  ['TE', 'trailers'],
  ['Authorization', 'Bearer §victim.forged.0§'],
  ['Authorization', 'Basic YWRtaW46YWRtaW4='],
  ['User-Agent', "<script>alert(1)</script>' OR 1=1 --"],
  ['User-Agent', '() { :; }; echo vulnerable'],
  ['X-Api-Version', '$\u007Bjndi:ldap://127.0.0.1/a}'],
  ['Idempotency-Key', '§victim.key.0§'],
  ['Idempotency-Key', '../../../../../../x'],
  ['Access-Control-Request-Method', 'DELETE'],
  ['Access-Control-Request-Headers', 'token'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Max-Forwards', '0'],
];

export const hostileHosts = [
  ...['evil.example', 'localhost', '127.0.0.1:80', 'shop.example:99999', 'a b', '[::1', ''],
];

/** Changes of a path; each keeps the request close to its call. */
export const pathTricks: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => `${path}/..`,
  (path) => `${path}/../../../../etc/passwd`,
  (path) => `${path}/..%2f..%2f..%2fetc%2fpasswd`,
  (path) => path.replace(/\/(\w+)$/, '%2f$1'),
  (path) => path.replace(/\/(\w+)$/, '%252f$1'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}%00`,
  (path) => `${path}%00.js`,
  (path) => `${path};jsessionid=1`,
  (path) => `${path}.json`,
  (path) => `${path}%20`,
  (path) => `${path}/%zz`,
  (path) => `${path}/%c0%af`,
  (path) => `${path}#fragment`,
  (path) => path.replaceAll('/', '\\'),
  (path) => `${path}/__proto__`,
  (path) => `${path}/constructor`,
  (path) => path.replace(/[^/]+$/, '__proto__'),
  (path) => path.replace(/[^/]+$/, ''),
  (path) => path.replace(/[^/]+$/, '*'),
  (path) => `${path}/${'a/'.repeat(500)}`,
  (path) => `${path}${'x'.repeat(4_000)}`,
  (path) => `http://evil.example${path}`,
  (path) => `//evil.example${path}`,
  (path) => `${path}/:userId`,
  (path) => `/.netlify/functions${path.replace('/api', '')}`,
];

export const queryTricks = [
  ...['', '?', '&&&', '=', '=&=', 'a', '__proto__=1', '__proto__[x]=1', 'constructor.prototype.x=1', 'id=%'],
  ...['id=%zz', 'id=%00', 'id=%ff%fe', 'limit=-1', 'limit=1e9', 'offset=NaN', 'limit=', 'limit=1&limit=2'],
  ...['minPrice=-1', 'maxPrice=1e999', 'minPrice=12500&maxPrice=0', 'sort=__proto__'],
  ...['sort=price-asc&sort=newest', 'search=%F0%9F%A7%B5', 'search=(((((', 'search=.*', 'search=%5C'],
  ...['search[]=x', 'search=x&search=y', 'subCategory=Hoodie&subCategory=', 'sizes=M,L'],
  ...['orderId=§victim.order.0§', 'token=§victim.forged.0§', 'callback=alert'],
  ...['redirect=https://evil.example', 'userId=§victim.user.0§', 'x='.repeat(2_000), 'id=x&'.repeat(250)],
  ...[`search=${'a'.repeat(4_000)}`, 'orderId[]=x', 'orderId[$ne]=x'],
];

export const methods = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'],
  ...['PROPFIND', 'LINK', 'PURGE', 'SEARCH'],
];
