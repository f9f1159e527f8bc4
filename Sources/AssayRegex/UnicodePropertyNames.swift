/// General categories by their names in ECMA-262 (table 67): short, long and grouped.
enum GeneralCategoryNames {
  static func categories(_ name: String) -> Set<Unicode.GeneralCategory>? { table[name].map(Set.init) }

  private static let table: [String: [Unicode.GeneralCategory]] = {
    var table: [String: [Unicode.GeneralCategory]] = [:]
    for (names, category) in single { for name in names { table[name] = [category] } }
    for (names, members) in groups { for name in names { table[name] = members.flatMap { table[$0] ?? [] } } }
    return table
  }()

  private static let single: [([String], Unicode.GeneralCategory)] = [
    (["Lu", "Uppercase_Letter"], .uppercaseLetter), (["Ll", "Lowercase_Letter"], .lowercaseLetter),
    (["Lt", "Titlecase_Letter"], .titlecaseLetter), (["Lm", "Modifier_Letter"], .modifierLetter),
    (["Lo", "Other_Letter"], .otherLetter), (["Mn", "Nonspacing_Mark"], .nonspacingMark),
    (["Mc", "Spacing_Mark"], .spacingMark), (["Me", "Enclosing_Mark"], .enclosingMark),
    (["Nd", "Decimal_Number", "digit"], .decimalNumber), (["Nl", "Letter_Number"], .letterNumber),
    (["No", "Other_Number"], .otherNumber), (["Pc", "Connector_Punctuation"], .connectorPunctuation),
    (["Pd", "Dash_Punctuation"], .dashPunctuation), (["Ps", "Open_Punctuation"], .openPunctuation),
    (["Pe", "Close_Punctuation"], .closePunctuation), (["Pi", "Initial_Punctuation"], .initialPunctuation),
    (["Pf", "Final_Punctuation"], .finalPunctuation), (["Po", "Other_Punctuation"], .otherPunctuation),
    (["Sm", "Math_Symbol"], .mathSymbol), (["Sc", "Currency_Symbol"], .currencySymbol),
    (["Sk", "Modifier_Symbol"], .modifierSymbol), (["So", "Other_Symbol"], .otherSymbol),
    (["Zs", "Space_Separator"], .spaceSeparator), (["Zl", "Line_Separator"], .lineSeparator),
    (["Zp", "Paragraph_Separator"], .paragraphSeparator), (["Cc", "Control", "cntrl"], .control),
    (["Cf", "Format"], .format), (["Cs", "Surrogate"], .surrogate), (["Co", "Private_Use"], .privateUse),
    (["Cn", "Unassigned"], .unassigned),
  ]

  private static let groups: [([String], [String])] = [
    (["LC", "Cased_Letter"], ["Lu", "Ll", "Lt"]), (["L", "Letter"], ["Lu", "Ll", "Lt", "Lm", "Lo"]),
    (["M", "Mark", "Combining_Mark"], ["Mn", "Mc", "Me"]), (["N", "Number"], ["Nd", "Nl", "No"]),
    (["P", "Punctuation", "punct"], ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"]),
    (["S", "Symbol"], ["Sm", "Sc", "Sk", "So"]), (["Z", "Separator"], ["Zs", "Zl", "Zp"]),
    (["C", "Other"], ["Cc", "Cf", "Cs", "Co", "Cn"]),
  ]
}

/// Binary Unicode properties by their names in ECMA-262 (table 69).
enum BinaryPropertyNames {
  typealias Property = @Sendable (Unicode.Scalar.Properties) -> Bool

  static let table: [String: Property] = {
    var table: [String: Property] = [:]
    for (names, property) in properties { for name in names { table[name] = property } }
    return table
  }()

  /// The sets of short properties that the Swift standard library does not provide (emoji-data.txt), by name.
  static let sets: [String: ScalarSet] = {
    let indicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
    let components = ScalarSet([
      0x23...0x23, 0x2A...0x2A, 0x30...0x39, 0x200D...0x200D, 0x20E3...0x20E3, 0xFE0F...0xFE0F, indicators,
      0x1F3FB...0x1F3FF, 0x1F9B0...0x1F9B3, 0xE0020...0xE007F,
    ])
    return [
      "Any": ScalarSet([0...0x10FFFF]), "ASCII": ScalarSet([0...0x7F]), "Regional_Indicator": ScalarSet([indicators]),
      "RI": ScalarSet([indicators]), "Emoji_Component": components, "EComp": components,
    ]
  }()

  /// Returns true if Unicode has the property, even if its characters are unknown.
  static func isKnown(_ name: String) -> Bool {
    table[name] != nil || sets[name] != nil || name == "Extended_Pictographic" || name == "ExtPict"
  }

  private static let properties: [([String], Property)] = [
    (["ASCII_Hex_Digit", "AHex"], { $0.isASCIIHexDigit }), (["Alphabetic", "Alpha"], { $0.isAlphabetic }),
    (["Assigned"], { $0.generalCategory != .unassigned }), (["Bidi_Control", "Bidi_C"], { $0.isBidiControl }),
    (["Bidi_Mirrored", "Bidi_M"], { $0.isBidiMirrored }),
    (["Case_Ignorable", "CI"], { $0.isCaseIgnorable }), (["Cased"], { $0.isCased }),
    (["Changes_When_Casefolded", "CWCF"], { $0.changesWhenCaseFolded }),
    (["Changes_When_Casemapped", "CWCM"], { $0.changesWhenCaseMapped }),
    (["Changes_When_Lowercased", "CWL"], { $0.changesWhenLowercased }),
    (["Changes_When_NFKC_Casefolded", "CWKCF"], { $0.changesWhenNFKCCaseFolded }),
    (["Changes_When_Titlecased", "CWT"], { $0.changesWhenTitlecased }),
    (["Changes_When_Uppercased", "CWU"], { $0.changesWhenUppercased }), (["Dash"], { $0.isDash }),
    (["Default_Ignorable_Code_Point", "DI"], { $0.isDefaultIgnorableCodePoint }),
    (["Deprecated", "Dep"], { $0.isDeprecated }),
    (["Diacritic", "Dia"], { $0.isDiacritic }), (["Emoji"], { $0.isEmoji }),
    (["Emoji_Modifier", "EMod"], { $0.isEmojiModifier }),
    (["Emoji_Modifier_Base", "EBase"], { $0.isEmojiModifierBase }),
    (["Emoji_Presentation", "EPres"], { $0.isEmojiPresentation }), (["Extender", "Ext"], { $0.isExtender }),
    (["Grapheme_Base", "Gr_Base"], { $0.isGraphemeBase }), (["Grapheme_Extend", "Gr_Ext"], { $0.isGraphemeExtend }),
    (["Hex_Digit", "Hex"], { $0.isHexDigit }), (["IDS_Binary_Operator", "IDSB"], { $0.isIDSBinaryOperator }),
    (["IDS_Trinary_Operator", "IDST"], { $0.isIDSTrinaryOperator }), (["ID_Continue", "IDC"], { $0.isIDContinue }),
    (["ID_Start", "IDS"], { $0.isIDStart }), (["Ideographic", "Ideo"], { $0.isIdeographic }),
    (["Join_Control", "Join_C"], { $0.isJoinControl }),
    (["Logical_Order_Exception", "LOE"], { $0.isLogicalOrderException }),
    (["Lowercase", "Lower"], { $0.isLowercase }), (["Math"], { $0.isMath }),
    (["Noncharacter_Code_Point", "NChar"], { $0.isNoncharacterCodePoint }),
    (["Pattern_Syntax", "Pat_Syn"], { $0.isPatternSyntax }),
    (["Pattern_White_Space", "Pat_WS"], { $0.isPatternWhitespace }),
    (["Quotation_Mark", "QMark"], { $0.isQuotationMark }), (["Radical"], { $0.isRadical }),
    (["Sentence_Terminal", "STerm"], { $0.isSentenceTerminal }), (["Soft_Dotted", "SD"], { $0.isSoftDotted }),
    (["Terminal_Punctuation", "Term"], { $0.isTerminalPunctuation }),
    (["Unified_Ideograph", "UIdeo"], { $0.isUnifiedIdeograph }), (["Uppercase", "Upper"], { $0.isUppercase }),
    (["Variation_Selector", "VS"], { $0.isVariationSelector }), (["White_Space", "space"], { $0.isWhitespace }),
    (["XID_Continue", "XIDC"], { $0.isXIDContinue }), (["XID_Start", "XIDS"], { $0.isXIDStart }),
  ]
}

/// The scripts of Unicode 17 by their short and long names, and the older names of some (PropertyValueAliases.txt,
/// `sc`).
///
/// The list is longer than `UnicodeScripts`, which has the characters: the name alone decides whether an expression is
/// well-formed.
enum UnicodeScriptNames {
  static let all = Set(
    text.split { ", \n".utf8.contains($0) }.map { String(decoding: Array($0), as: UTF8.self) }
  )

  private static let text = """
    Adlm Adlam, Aghb Caucasian_Albanian, Ahom, Arab Arabic, Armi Imperial_Aramaic, Armn Armenian, Avst Avestan,
    Bali Balinese, Bamu Bamum, Bass Bassa_Vah, Batk Batak, Beng Bengali, Berf Beria_Erfe, Bhks Bhaiksuki,
    Bopo Bopomofo, Brah Brahmi, Brai Braille, Bugi Buginese, Buhd Buhid, Cakm Chakma, Cans Canadian_Aboriginal,
    Cari Carian, Cham, Cher Cherokee, Chrs Chorasmian, Copt Coptic Qaac, Cpmn Cypro_Minoan, Cprt Cypriot,
    Cyrl Cyrillic, Deva Devanagari, Diak Dives_Akuru, Dogr Dogra, Dsrt Deseret, Dupl Duployan,
    Egyp Egyptian_Hieroglyphs, Elba Elbasan, Elym Elymaic, Ethi Ethiopic, Gara Garay, Geor Georgian,
    Glag Glagolitic, Gong Gunjala_Gondi, Gonm Masaram_Gondi, Goth Gothic, Gran Grantha, Grek Greek, Gujr Gujarati,
    Gukh Gurung_Khema, Guru Gurmukhi, Hang Hangul, Hani Han, Hano Hanunoo, Hatr Hatran, Hebr Hebrew, Hira Hiragana,
    Hluw Anatolian_Hieroglyphs, Hmng Pahawh_Hmong, Hmnp Nyiakeng_Puachue_Hmong, Hung Old_Hungarian, Ital Old_Italic,
    Java Javanese, Kali Kayah_Li, Kana Katakana, Kawi, Khar Kharoshthi, Khmr Khmer, Khoj Khojki,
    Kits Khitan_Small_Script, Knda Kannada, Krai Kirat_Rai, Kthi Kaithi, Lana Tai_Tham, Laoo Lao, Latn Latin,
    Lepc Lepcha, Limb Limbu, Lina Linear_A, Linb Linear_B, Lisu, Lyci Lycian, Lydi Lydian, Mahj Mahajani,
    Maka Makasar, Mand Mandaic, Mani Manichaean, Marc Marchen, Medf Medefaidrin, Mend Mende_Kikakui,
    Merc Meroitic_Cursive, Mero Meroitic_Hieroglyphs, Mlym Malayalam, Modi, Mong Mongolian, Mroo Mro,
    Mtei Meetei_Mayek, Mult Multani, Mymr Myanmar, Nagm Nag_Mundari, Nand Nandinagari, Narb Old_North_Arabian,
    Nbat Nabataean, Newa, Nkoo Nko, Nshu Nushu, Ogam Ogham, Olck Ol_Chiki, Onao Ol_Onal, Orkh Old_Turkic,
    Orya Oriya, Osge Osage, Osma Osmanya, Ougr Old_Uyghur, Palm Palmyrene, Pauc Pau_Cin_Hau, Perm Old_Permic,
    Phag Phags_Pa, Phli Inscriptional_Pahlavi, Phlp Psalter_Pahlavi, Phnx Phoenician, Plrd Miao,
    Prti Inscriptional_Parthian, Rjng Rejang, Rohg Hanifi_Rohingya, Runr Runic, Samr Samaritan,
    Sarb Old_South_Arabian, Saur Saurashtra, Sgnw SignWriting, Shaw Shavian, Shrd Sharada, Sidd Siddham,
    Sidt Sidetic, Sind Khudawadi, Sinh Sinhala, Sogd Sogdian, Sogo Old_Sogdian, Sora Sora_Sompeng, Soyo Soyombo,
    Sund Sundanese, Sunu Sunuwar, Sylo Syloti_Nagri, Syrc Syriac, Tagb Tagbanwa, Takr Takri, Tale Tai_Le,
    Talu New_Tai_Lue, Taml Tamil, Tang Tangut, Tavt Tai_Viet, Tayo Tai_Yo, Telu Telugu, Tfng Tifinagh, Tglg Tagalog,
    Thaa Thaana, Thai, Tibt Tibetan, Tirh Tirhuta, Tnsa Tangsa, Todr Todhri, Tols Tolong_Siki, Toto,
    Tutg Tulu_Tigalari, Ugar Ugaritic, Vaii Vai, Vith Vithkuqi, Wara Warang_Citi, Wcho Wancho, Xpeo Old_Persian,
    Xsux Cuneiform, Yezi Yezidi, Yiii Yi, Zanb Zanabazar_Square, Zinh Inherited Qaai, Zyyy Common, Zzzz Unknown
    """.utf8
}
