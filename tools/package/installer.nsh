; What the Windows installer does besides copying files. Included by electron-builder (`nsis.include` in config.ts).

; At its start, the app registers for the user's storefront-desk:// links (src/main/electron/lifecycle.ts). Uninstalling
; it removes the entry, unless another copy of the app has taken the links over. An update keeps the entry.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 HKCU "Software\Classes\storefront-desk\shell\open\command" ""
    ; The command begins with the path of the program in quotation marks.
    StrLen $R1 "$INSTDIR\"
    StrCpy $R2 $R0 $R1 1
    ${if} $R2 == "$INSTDIR\"
      DeleteRegKey HKCU "Software\Classes\storefront-desk"
    ${endIf}
  ${endIf}
!macroend
