/**
 * What shoppers type in Tamil, Telugu, Bengali, Kannada, Malayalam, Gujarati, Marathi, Punjabi, Odia and Urdu, in their
 * own scripts: kinds, kinds with a colour or a size, and some that are only spelt like a word of the table. Each query stands
 * with the types or products that answer it. The table of synonyms was made together with this list, so it guards the
 * words and does not measure what the search understands beyond them.
 */

const TEES = ['Baoli Tee', 'Gully Rules Tee', 'Meter Se Tee', 'Warp Oversized Tee'];
const TOTES = ['Chowpatty Tote', 'Cutting Tote'];
const HATS = ['Taana Cap', 'Do Rang Cap', 'Pahadi Beanie'];
const SOCKS = ['Teen Dhaari Socks'];
const BLACK_HOODIES = ['Saat Hoodie', 'Raat Panel Hoodie'];
const RED_HOODIES = ['Loom Back Hoodie', 'Kulhad Hoodie'];
const JEANS = ['Neel Denim Cargo', 'Neel Denim Shorts'];
const TRACK = ['Dhoop Track Pant', 'Cargo Pants'];
const WARM = ['Shackets', 'Hoodie', 'Sweatshirts'];

export const languageQueries: readonly (readonly [typed: string, ...meant: string[]])[] = [
  // Tamil.
  ['சட்டை', 'Shirts'],
  ['ஆண்கள் சட்டை', 'Shirts'],
  ['டி ஷர்ட்', ...TEES],
  ['டீஷர்ட்', ...TEES],
  ['பேண்ட்', 'Cargo Pants'],
  ['கால்சட்டை', 'Cargo Pants'],
  ['ஜீன்ஸ் பேண்ட்', ...JEANS],
  ['ஜாக்கெட்', 'Shackets'],
  ['ஸ்வெட்டர்', 'Sweatshirts', 'Hoodie'],
  ['கருப்பு ஹூடி', ...BLACK_HOODIES],
  ['சிவப்பு ஹூடி', ...RED_HOODIES],
  ['வெள்ளை டி ஷர்ட்', 'Warp Oversized Tee'],
  ['தொப்பி', ...HATS],
  ['பை', ...TOTES],
  ['சாக்ஸ்', ...SOCKS],
  ['ஷார்ட்ஸ்', 'Shorts'],
  ['புடவை', 'Co-ord Sets'],
  ['வேட்டி', ...TRACK, 'Shorts'],

  // Telugu.
  ['చొక్కా', 'Shirts'],
  ['షర్ట్', 'Shirts'],
  ['టీ షర్ట్', ...TEES],
  ['ప్యాంటు', 'Cargo Pants'],
  ['జీన్స్', ...JEANS],
  ['హూడీ', 'Hoodie'],
  ['నల్ల హూడీ', ...BLACK_HOODIES],
  ['ఎరుపు హూడీ', ...RED_HOODIES],
  ['పసుపు హుడీ', 'Patang Hoodie'],
  ['జాకెట్', 'Shackets'],
  ['స్వెటర్', 'Sweatshirts', 'Hoodie'],
  ['టోపీ', ...HATS],
  ['సంచి', ...TOTES],
  ['సాక్స్', ...SOCKS],
  ['షార్ట్స్', 'Shorts'],
  ['చీర', 'Co-ord Sets'],

  // Bengali.
  ['শার্ট', 'Shirts'],
  ['জামা', 'Shirts'],
  ['ছেলেদের শার্ট', 'Shirts'],
  ['টি-শার্ট', ...TEES],
  ['টিশার্ট', ...TEES],
  ['গেঞ্জি', ...TEES],
  ['প্যান্ট', 'Cargo Pants'],
  ['কার্গো প্যান্ট', 'Cargo Pants'],
  ['জিন্স', ...JEANS],
  ['হুডি', 'Hoodie'],
  ['কালো হুডি', ...BLACK_HOODIES],
  ['লাল হুডি', ...RED_HOODIES],
  ['হলুদ হুডি', 'Patang Hoodie'],
  ['সাদা টি শার্ট', 'Warp Oversized Tee'],
  ['জ্যাকেট', 'Shackets'],
  ['সোয়েটার', 'Sweatshirts', 'Hoodie'],
  ['শীতের জামা', ...WARM, 'Shirts'],
  ['টুপি', ...HATS],
  ['ব্যাগ', ...TOTES],
  ['মোজা', ...SOCKS],
  ['হাফ প্যান্ট', 'Shorts'],
  ['পাঞ্জাবি', 'Shirts'],
  ['শাড়ি', 'Co-ord Sets'],
  ['লুঙ্গি', ...TRACK, 'Shorts'],

  // Kannada.
  ['ಅಂಗಿ', 'Shirts'],
  ['ಶರ್ಟ್', 'Shirts'],
  ['ಟೀ ಶರ್ಟ್', ...TEES],
  ['ಪ್ಯಾಂಟ್', 'Cargo Pants'],
  ['ಜೀನ್ಸ್', ...JEANS],
  ['ಕಪ್ಪು ಹೂಡಿ', ...BLACK_HOODIES],
  ['ಕೆಂಪು ಹೂಡಿ', ...RED_HOODIES],
  ['ಜಾಕೆಟ್', 'Shackets'],
  ['ಸ್ವೆಟರ್', 'Sweatshirts', 'Hoodie'],
  ['ಟೋಪಿ', ...HATS],
  ['ಬ್ಯಾಗ್', ...TOTES],
  ['ಸಾಕ್ಸ್', ...SOCKS],
  ['ಚಡ್ಡಿ', 'Shorts'],
  ['ಸೀರೆ', 'Co-ord Sets'],

  // Malayalam.
  ['ഷർട്ട്', 'Shirts'],
  ['ടീ ഷർട്ട്', ...TEES],
  ['ടി-ഷർട്ട്', ...TEES],
  ['പാന്റ്സ്', 'Cargo Pants'],
  ['ജീൻസ്', ...JEANS],
  ['ഹൂഡി', 'Hoodie'],
  ['കറുത്ത ഹൂഡി', ...BLACK_HOODIES],
  ['ചുവന്ന ഹൂഡി', ...RED_HOODIES],
  ['ജാക്കറ്റ്', 'Shackets'],
  ['സ്വെറ്റർ', 'Sweatshirts', 'Hoodie'],
  ['തൊപ്പി', ...HATS],
  ['ബാഗ്', ...TOTES],
  ['സോക്സ്', ...SOCKS],
  ['മുണ്ട്', ...TRACK, 'Shorts'],

  // Gujarati.
  ['શર્ટ', 'Shirts'],
  ['ખમીસ', 'Shirts'],
  ['ટી શર્ટ', ...TEES],
  ['પેન્ટ', 'Cargo Pants'],
  ['જીન્સ', ...JEANS],
  ['હૂડી', 'Hoodie'],
  ['કાળી હૂડી', ...BLACK_HOODIES],
  ['લાલ હૂડી', ...RED_HOODIES],
  ['જેકેટ', 'Shackets'],
  ['સ્વેટર', 'Sweatshirts', 'Hoodie'],
  ['ટોપી', ...HATS],
  ['થેલી', ...TOTES],
  ['મોજાં', ...SOCKS],
  ['ચડ્ડી', 'Shorts'],
  ['સાડી', 'Co-ord Sets'],

  // Marathi.
  ['सदरा', 'Shirts'],
  ['पँट', 'Cargo Pants'],
  ['काळी हुडी', ...BLACK_HOODIES],
  ['पांढरा टी शर्ट', 'Warp Oversized Tee'],
  ['पिवळी हुडी', 'Patang Hoodie'],
  ['पिशवी', ...TOTES],
  ['पायमोजे', ...SOCKS],
  ['साडी', 'Co-ord Sets'],
  ['हुडी एल साईज', 'Hoodie'],

  // Punjabi.
  ['ਕਮੀਜ਼', 'Shirts'],
  ['ਟੀ ਸ਼ਰਟ', ...TEES],
  ['ਪੈਂਟ', 'Cargo Pants'],
  ['ਕਾਲੀ ਹੂਡੀ', ...BLACK_HOODIES],
  ['ਲਾਲ ਹੂਡੀ', ...RED_HOODIES],
  ['ਜੈਕਟ', 'Shackets'],
  ['ਸਵੈਟਰ', 'Sweatshirts', 'Hoodie'],
  ['ਟੋਪੀ', ...HATS],
  ['ਝੋਲਾ', ...TOTES],
  ['ਜੁਰਾਬਾਂ', ...SOCKS],
  ['ਨਿੱਕਰ', 'Shorts'],
  ['ਕੁੜਤਾ', 'Shirts'],

  // Odia and Urdu.
  ['ସାର୍ଟ', 'Shirts'],
  ['ଟୋପି', ...HATS],
  ['ହୁଡି', 'Hoodie'],
  ['قمیض', 'Shirts'],
  ['ٹی شرٹ', ...TEES],
  ['ٹوپی', ...HATS],
  ['کالی ہوڈی', ...BLACK_HOODIES],
  ['جیکٹ', 'Shackets'],
];
