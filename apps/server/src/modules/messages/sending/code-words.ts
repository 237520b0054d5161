/** What a code to type is called, or what it's for, as the beginning or a part of a word: `Zugangscode`, `doğrulama kodunuz`, `кода`. */
export const CODE_WORDS: readonly string[] = [
  ...['code', 'passw', 'verif', 'one-time', 'one time', 'single-use'],
  ...['códig', 'clave', 'contraseñ', 'senha', 'mot de passe', 'à usage unique', 'códic', 'codic', 'parola'],
  ...['kennwort', 'bestätig', 'einmal', 'wachtwoord', 'eenmalig', 'bevestig'],
  ...['kod', 'hasło', 'haslo', 'heslo', 'jednoraz', 'ověř', 'overen', 'jelszó', 'ellenőrz', 'šifra', 'lozink', 'parol'],
  ...['şifre', 'doğrula', 'lösen', 'engång', 'engang', 'passord', 'adgangsord', 'kood', 'tunnusluku', 'salasana'],
  ...['код', 'парол', 'подтвержд', 'підтвердж', 'потвърд', 'одноразов', 'лозинк', 'шифра', 'κωδικ', 'συνθηματικ'],
  ...[
    'رمز',
    'كود',
    'كلمة المرور',
    'كلمة السر',
    'تحقق',
    'کد',
    'گذرواژه',
    'تایید',
    'کوڈ',
    'تصدیق',
    'קוד',
    'סיסמ',
    'אימות',
  ],
  ...['कोड', 'ओटीपी', 'पासवर्ड', 'सत्याप', 'কোড', 'ওটিপি', 'যাচাই', 'குறியீடு', 'కోడ్', 'รหัส'],
  ...['sandi', 'kata laluan', 'mã xác', 'mã otp', 'mã pin', 'xác thực', 'xác minh', 'xác nhận', 'mật khẩu', 'msimbo'],
  ...['验证码', '驗證碼', '校验码', '校驗碼', '动态码', '動態碼', '确认码', '確認碼', '密码', '密碼', '口令'],
  // What it is for.
  ...['confirm', 'conferm', 'authenti', 'autenti', 'connexion', 'iniciar ses', 'inicio de ses', 'iniciar sessão'],
  ...['anmeld', 'inloggen', 'zaloguj', 'logowan', 'přihlá', 'giriş', 'войти', 'входа', 'увійти', 'входу', 'συνδεσ'],
  ...['تسجيل الدخول', 'ورود', 'התחבר', 'लॉगिन', 'đăng nhập', 'เข้าสู่ระบบ', '登录', '登入', '登陆', 'ログイン', '로그인'],
  ...['コード', '認証', '暗証', 'パスワード', '確認番号', 'ワンタイム', '인증', '코드', '비밀번호', '확인번호'],
];

/** The same of words so short that they stand in others. */
export const WHOLE_CODE_WORDS: readonly string[] = [
  'otps?',
  'pins?',
  'm?tan',
  '2fa',
  'cod(?:ul)?',
  'nip',
  'pass',
  ...['tokens?', 'log[ -]?(?:in|on)', 'sign[ -]?(?:in|on|up)'],
];
